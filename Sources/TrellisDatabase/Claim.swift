import TrellisTree

/// Something that is known of a user: any JSON value, with any names.
///
/// ```swift
/// let claims: Claim = ["role": "editor", "groups": ["staff": true], "https://example.org/level": 3]
/// ```
/// Names are compared by code units; of two with the same name the last counts.
public enum Claim: Sendable, Hashable {
  public struct Member: Sendable, Hashable {
    public let name: String
    public let value: Claim

    public init(_ name: String, _ value: Claim) {
      self.name = name
      self.value = value
    }

    public static func == (a: Member, b: Member) -> Bool { CodeUnits.equal(a.name, b.name) && a.value == b.value }

    public func hash(into hasher: inout Hasher) {
      for byte in name.utf8 { hasher.combine(byte) }
      hasher.combine(value)
    }
  }

  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case list([Claim])
  case object([Member])

  /// A member of an object, or an element of a list by its number; nil when there is none.
  public subscript(name: String) -> Claim? {
    switch self {
    case .object(let members): members.last { CodeUnits.equal($0.name, name) }?.value
    case .list(let elements): Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    default: nil
    }
  }
}

// MARK: Literals

extension Claim: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: Claim...) { self = .list(elements) }
  public init(dictionaryLiteral elements: (String, Claim)...) { self = .object(elements.map { Member($0, $1) }) }
}

// MARK: As JSON

extension Claim {
  /// As JSON text.
  public var json: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): "\(number)"
    case .double(let number): Tree.double(number).json()
    case .string(let text): Tree.string(text).json()
    case .list(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { "\(Tree.string($0.name).json()):\($0.value.json)" }.joined(separator: ",") + "}"
    }
  }
}
