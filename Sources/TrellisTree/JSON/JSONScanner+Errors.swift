extension JSONScanner {
  @usableFromInline
  func unexpected(_ expected: String) -> JSONProblem {
    let found = position < bytes.count ? shown(bytes[position]) : "the end of the text"
    return JSONProblem(.syntax, "\(expected) is expected, but there is \(found)")
  }

  @usableFromInline
  func tooDeep() -> JSONProblem {
    JSONProblem(.tooDeep, "objects and arrays nest deeper than \(maximumDepth) levels")
  }

  func shown(_ byte: UInt8) -> String {
    (0x21..<0x7F).contains(byte) ? "`\(Character(Unicode.Scalar(byte)))`" : "the byte 0x\(String(byte, radix: 16))"
  }

  /// The problem with its place in the text and in the value.
  @usableFromInline
  func located(_ problem: JSONProblem) -> JSONError {
    let before = bytes[..<min(position, bytes.count)]
    let line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return JSONError(
      reason: problem.reason, line: line, column: before.count - lineStart + 1, path: path, message: problem.message)
  }

  private var path: String {
    let pieces = frames.compactMap { frame -> String? in
      if !frame.isObject { return String(frame.index) }
      guard frame.keyEnd > frame.keyStart + 1 else { return nil }
      return String(decoding: bytes[(frame.keyStart + 1)..<(frame.keyEnd - 1)], as: UTF8.self)
    }
    return "/" + pieces.joined(separator: "/")
  }
}
