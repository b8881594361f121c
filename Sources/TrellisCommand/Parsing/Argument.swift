/// Something that a verb takes by its position.
struct Argument: Sendable {
  enum Count: Sendable { case one, optional, many }

  let name: String
  let help: String
  var count = Count.one
  /// The only values it may have, when there are only some.
  var choices: [String] = []
  /// Values that it often has.
  var suggestions: [String] = []

  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .many: "[\(name)...]"
    }
  }

  func optional(_ help: String) -> Argument { Argument(name: name, help: help, count: .optional) }
}

extension Argument {
  static let database = Argument(name: "DB", help: "the database file")
  static let path = Argument(name: "PATH", help: "the place in the tree")
  static let optionalPath = path.optional("the place in the tree (default /, all of it)")
  static let value = Argument(name: "VALUE", help: "the value as JSON; - reads it from standard input")
}
