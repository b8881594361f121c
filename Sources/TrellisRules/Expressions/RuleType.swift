/// What is known of an expression before it is evaluated. (Rules §6.)
enum RuleType: Sendable {
  case bool, number, text, null
  /// Anything that a snapshot can hold.
  case value
  /// Anything: `auth` and what is in it.
  case any
  case snapshot, query, pattern, array, function

  /// Whether what it is turns out when it is evaluated.
  var isFuzzy: Bool { self == .value || self == .any }

  /// Whether it can be compared.
  var isPrimitive: Bool {
    switch self {
    case .bool, .number, .text, .null: true
    default: isFuzzy
    }
  }

  /// Type of the property of a query; nil when there is none. (Rules §8.)
  static func ofQuery(_ name: String) -> RuleType? {
    switch name {
    case "orderByChild": .text
    case "orderByKey", "orderByValue", "orderByPriority": .bool
    case "startAt", "endAt", "equalTo": .value
    case "limitToFirst", "limitToLast": .number
    default: nil
    }
  }
}
