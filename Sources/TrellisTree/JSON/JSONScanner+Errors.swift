extension JSONScanner {
  /// Something else than what must stand at a place, or nothing at all.
  func unexpected(_ expected: String, _ bytes: Span<UInt8>, _ place: Int) -> Interruption {
    let isAtEnd = place >= bytes.count
    let found = isAtEnd ? "the end of the text" : Self.shown(bytes[place])
    return Interruption(.syntax, "\(expected) is expected, but there is \(found)", at: place, isAtEnd: isAtEnd)
  }

  static func shown(_ byte: UInt8) -> String {
    (0x21..<0x7F).contains(byte) ? "`\(Character(Unicode.Scalar(byte)))`" : "the byte 0x\(String(byte, radix: 16))"
  }

  /// A problem with its place in the text and in the value.
  package func located(_ problem: JSONProblem, in bytes: Span<UInt8>) -> JSONError {
    var (line, column) = (past.line + 1, past.column + 1)
    for i in 0..<min(position, bytes.count) {
      column += 1
      if bytes[i] == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) }
    }
    return JSONError(reason: problem.reason, line: line, column: column, path: path(bytes), message: problem.message)
  }

  private func path(_ bytes: Span<UInt8>) -> String {
    var pieces: [String] = []
    for (depth, frame) in (outer + [inner]).enumerated() {
      if frame.kind == .array { pieces.append(String(frame.index)) }
      guard frame.kind == .object else { continue }
      switch frame.key {
      case .none: break
      case .at(let start, let end): pieces.append(String(decoding: (start..<end).map { bytes[$0] }, as: UTF8.self))
      case .past: pieces.append(String(decoding: past.keys[depth] ?? [], as: UTF8.self))
      }
    }
    return "/" + pieces.joined(separator: "/")
  }
}
