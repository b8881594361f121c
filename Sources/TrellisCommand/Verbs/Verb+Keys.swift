import TrellisTree

extension Verb {
  private static let action = Argument(name: "ACTION", help: "encode, decode or new", choices: ["encode", "decode", "new"])
  private static let texts = Argument(name: "TEXT", help: "what is encoded or decoded; - reads lines from standard input", count: .many)
  private static let count = Option("count", "n", "COUNT", "how many new keys (default 1)")
  private static let time = Option("time", nil, "MILLISECONDS", "when they are made, since 1970 (default now)")

  static let keys = Verb(
    name: "keys", summary: "makes keys of texts and texts of keys, and new push keys", arguments: [action, texts], options: [count, time],
    details: """
      encode makes a key of any text, also of one with . $ # [ ] / in it, such as an e-mail address; decode gives the text back. new makes push keys, \
      which sort by the time they were made.
      """,
    examples: [
      Example("trellis keys encode ann.lee@mail.example", "prints ann%2Elee@mail%2Eexample"),
      Example("trellis keys new -n 3", "prints three new keys"),
    ]
  ) { invocation in
    let output = invocation.console.output
    let words = invocation.all(texts)
    guard try invocation.require(action) != "new" else {
      guard words.isEmpty else { throw Failure(.usage, "new takes no text") }
      let time = try invocation.number(time, least: 1, most: 281_474_976_710_655).map(Int64.init)
      for _ in 0..<(try invocation.number(count, least: 1) ?? 1) {
        try output.write((time.map { PushKey.next(atMilliseconds: $0) } ?? PushKey.next()).text + "\n")
      }
      return .done
    }
    if words.isEmpty { throw Failure(.usage, "TEXT is missing: \(texts.help)") }
    let isEncoding = try invocation.require(action) == "encode"
    for word in words { try translate(word, isEncoding, to: output) }
    return .done
  }

  private static func translate(_ word: String, _ isEncoding: Bool, to output: Output) throws {
    guard word == "-" else { return try output.write(try translated(word, isEncoding)) }
    var lines = Lines(try InputPieces("-"), keepsEmpty: true)
    while let (number, line) = try lines.next() {
      try output.write(try translated(try String(read: line, from: "line \(number)"), isEncoding))
    }
  }

  private static func translated(_ text: String, _ isEncoding: Bool) throws -> String {
    if isEncoding { return try TreeKey(encoding: text).text + "\n" }
    guard let decoded = try TreeKey(text).decodedText else {
      throw Failure(.invalid, "\(text) is a key that encode never makes: % stands before two digits of 0-9 A-F")
    }
    return decoded + "\n"
  }
}
