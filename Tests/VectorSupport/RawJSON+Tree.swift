package import TrellisTree

/// What a vector says and Swift cannot: no value at all where one is required, or a function as a value.
package struct Unrepresentable: Error {
  /// `undefined` or `function`, as the vector calls it.
  package let what: String
}

extension RawJSON {
  /// The tree that this is as JSON. Codings of the vectors are resolved first.
  ///
  /// - Throws: `JSONProblem` when it is no tree, `Unrepresentable` when Swift has nothing for it.
  package func tree(_ options: JSONOptions = JSONOptions()) throws -> Tree {
    var builder = TreeBuilder(options)
    try decoded().replay(into: &builder)
    return builder.result
  }

  /// The same, but a scalar goes past the JSON reader, as if a Swift program had made it: NaN is possible here.
  package func value(_ options: JSONOptions = JSONOptions()) throws -> Tree {
    let decoded = try decoded()
    return try decoded.scalar.map { Tree($0) } ?? decoded.tree(options)
  }

  /// Tells a handler what a scanner would tell it about this value's text.
  package func replay(into handler: inout some JSONHandler) throws(JSONProblem) {
    switch self {
    case .null: try handler.null()
    case .scalar(.bool(let value)): try handler.bool(value)
    case .scalar(.int(let value)): try handler.int(value)
    case .scalar(.double(let value)): try handler.double(value)
    case .scalar(.string(let value)): try handler.string(Array(value.utf8)[...])
    case .array(let elements):
      try handler.beginArray()
      for element in elements { try element.replay(into: &handler) }
      try handler.endArray()
    case .object(let members):
      try handler.beginObject()
      for member in members {
        try handler.key(Array(member.key.utf8)[...])
        try member.value.replay(into: &handler)
      }
      try handler.endObject()
    }
  }
}

// MARK: Codings for what JSON cannot carry

extension RawJSON {
  /// This value with the codings of `validation.json` replaced by what they stand for:
  /// `{"$special": …}`, `{"$repeat": [text, count]}`, `{"$nest": depth, "leaf"?}` and members named `$key:TEXT:N`.
  package func decoded() throws(Unrepresentable) -> RawJSON {
    switch self {
    case .null, .scalar: return self
    case .array(let elements):
      var decoded: [RawJSON] = []
      for element in elements { decoded.append(try element.decoded()) }
      return .array(decoded)
    case .object(let members):
      if let name = self["$special"]?.string { return try Self.special(name) }
      if let pair = self["$repeat"]?.elements, pair.count == 2, let text = pair[0].string, let count = pair[1].int {
        return .scalar(.string(String(repeating: text, count: count)))
      }
      if let depth = self["$nest"]?.int {
        let leaf = try (self["leaf"] ?? .scalar(1)).decoded()
        return (0..<depth).reduce(leaf) { nested, _ in .object([Member("k", nested)]) }
      }
      var decoded: [Member] = []
      for member in members { decoded.append(Member(Self.key(member.key), try member.value.decoded())) }
      return .object(decoded)
    }
  }

  /// What a Swift program cannot hand in, if this or something in it is such.
  package var unrepresentable: String? {
    if let name = self["$special"]?.string { return Self.number(name) == nil ? name : nil }
    for part in elements + members.map(\.value) {
      if let name = part.unrepresentable { return name }
    }
    return nil
  }

  private static func special(_ name: String) throws(Unrepresentable) -> RawJSON {
    guard let number = number(name) else { throw Unrepresentable(what: name) }
    return .scalar(.double(number))
  }

  private static func number(_ name: String) -> Double? {
    switch name {
    case "NaN": .nan
    case "Infinity": .infinity
    case "-Infinity": -.infinity
    default: nil
    }
  }

  private static func key(_ text: String) -> String {
    let pieces = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard pieces.count >= 3, pieces[0].elementsEqual("$key".utf8), let last = pieces.last, let count = Int(String(Substring(last))) else {
      return text
    }
    // The text may hold colons itself.
    return String(repeating: String(Substring(text.utf8.dropFirst("$key:".utf8.count).dropLast(last.count + 1))), count: count)
  }
}
