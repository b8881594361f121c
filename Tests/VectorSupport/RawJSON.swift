package import TrellisTree

/// Any JSON value just as it stands in a file: members in order, nothing interpreted.
///
/// Equality is that of data, not of text: members in any order, keys by code units, `1` equal to `1.0`.
package enum RawJSON: Sendable {
  case null
  case scalar(Tree.Scalar)
  case array([RawJSON])
  case object([Member])

  package struct Member: Sendable {
    package let key: String
    package let value: RawJSON

    package init(_ key: String, _ value: RawJSON) {
      self.key = key
      self.value = value
    }
  }

  /// Reads a whole JSON text.
  package init(_ bytes: [UInt8]) throws(JSONError) {
    var builder = RawJSONBuilder()
    try builder.read(bytes, maximumDepth: 512)
    self = builder.result
  }

  package init(_ text: String) throws(JSONError) { try self.init(Array(text.utf8)) }
}

// MARK: Looking in

extension RawJSON {
  package var isNull: Bool { if case .null = self { true } else { false } }
  package var isObject: Bool { if case .object = self { true } else { false } }
  package var isArray: Bool { if case .array = self { true } else { false } }

  package var scalar: Tree.Scalar? { if case .scalar(let scalar) = self { scalar } else { nil } }
  package var string: String? { if case .string(let text)? = scalar { text } else { nil } }
  package var bool: Bool? { if case .bool(let flag)? = scalar { flag } else { nil } }
  package var int: Int? { Tree(scalar).int.map { Int($0) } }
  package var double: Double? { Tree(scalar).double }

  /// The elements of an array; none for anything else.
  package var elements: [RawJSON] { if case .array(let elements) = self { elements } else { [] } }
  /// The members of an object; none for anything else.
  package var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// A member; nil when there is none, which is not the same as null.
  package subscript(key: String) -> RawJSON? { members.last { CodeUnits.equal($0.key, key) }?.value }

  package func has(_ key: String) -> Bool { self[key] != nil }

  /// Whether this or something in it is what the caller looks for.
  package func contains(_ isWanted: (RawJSON) -> Bool) -> Bool {
    isWanted(self) || elements.contains { $0.contains(isWanted) } || members.contains { $0.value.contains(isWanted) }
  }
}

extension RawJSON: Equatable {
  package static func == (a: RawJSON, b: RawJSON) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.scalar(let a), .scalar(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a.count == b.count && a.allSatisfy { member in b.contains { $0 == member } }
    default: false
    }
  }
}

extension RawJSON.Member: Equatable {
  package static func == (a: RawJSON.Member, b: RawJSON.Member) -> Bool { CodeUnits.equal(a.key, b.key) && a.value == b.value }
}

extension RawJSON: CustomStringConvertible {
  /// JSON text on one line.
  package var description: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.raw("null")
    case .scalar(let scalar): writer.append(scalar)
    case .array(let elements):
      writer.raw("[")
      for (i, element) in elements.enumerated() {
        if i > 0 { writer.raw(",") }
        element.write(to: &writer)
      }
      writer.raw("]")
    case .object(let members):
      writer.raw("{")
      for (i, member) in members.enumerated() {
        if i > 0 { writer.raw(",") }
        writer.appendQuoted(member.key.utf8)
        writer.raw(":")
        member.value.write(to: &writer)
      }
      writer.raw("}")
    }
  }
}
