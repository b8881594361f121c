/// What can be called. (Rules §9, §10.)
enum RuleMethod: String, Sendable {
  case val, child, parent, hasChild, hasChildren, exists, getPriority, isNumber, isString, isBoolean
  case contains, beginsWith, endsWith, replace, toLowerCase, toUpperCase, matches

  var isOfText: Bool {
    switch self {
    case .contains, .beginsWith, .endsWith, .replace, .toLowerCase, .toUpperCase, .matches: true
    default: false
    }
  }

  /// How many arguments it takes; `hasChildren` may do without its one.
  var arguments: Int {
    switch self {
    case .child, .hasChild, .hasChildren, .contains, .beginsWith, .endsWith, .matches: 1
    case .replace: 2
    default: 0
    }
  }

  var result: RuleType {
    switch self {
    case .val, .getPriority: .value
    case .child, .parent: .snapshot
    case .replace, .toLowerCase, .toUpperCase: .text
    default: .bool
    }
  }
}
