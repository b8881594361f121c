import TrellisDatabase
import TrellisTree

/// What an expression comes to. Snapshots are `RulePosition`s, and never among what is computed with.
enum RuleValue: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(RuleText)
  /// A node with children: not null, and nothing else.
  case object
  /// Something in `auth` that has members.
  case claim(Claim)
  /// A snapshot, for whoever explains a decision.
  case snapshot(TreePath, exists: Bool)
  case query
  /// A regular expression, a list or a method, which are never looked at by themselves.
  case other

  init(_ scalar: Tree.Scalar?) {
    switch scalar {
    case nil: self = .null
    case .bool(let flag)?: self = .bool(flag)
    case .int(let number)?: self = .number(Double(number))
    case .double(let number)?: self = .number(number)
    case .string(let text)?: self = .text(.text(text))
    }
  }

  init(_ claim: Claim?) {
    switch claim {
    case nil, .null?: self = .null
    case .bool(let flag)?: self = .bool(flag)
    case .int(let number)?: self = .number(Double(number))
    case .double(let number)?: self = .number(number)
    case .string(let text)?: self = .text(.text(text))
    case .list?, .object?: self = claim.map { .claim($0) } ?? .null
    }
  }

  init(value node: (some TreeReading)?) { self = node.map { $0.count > 0 ? .object : RuleValue($0.scalar) } ?? .null }

  /// Different types are unequal; objects are unequal to everything. (Rules §7.)
  static func isEqual(_ a: RuleValue, _ b: RuleValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.text(let a), .text(let b)): a == b
    default: false
    }
  }

  /// In words, for errors.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .text: "a string"
    case .object, .claim: "an object"
    case .snapshot: "a snapshot"
    case .query: "the query"
    case .other: "no value"
    }
  }
}
