import TrellisDatabase
import TrellisTree

/// The options that make a query.
enum QueryOptions {
  static let all: [Option] = [orderBy, startAt, startAfter, endAt, endBefore, equalTo, key, first, last]

  static let orderBy = Option(
    "order-by", "o", "ORDER", "key, value, priority, or the path of a child such as lastName or address/city (default priority)",
    suggestions: ["key", "value", "priority"])
  static let startAt = Option("start-at", nil, "BOUND", "children from this on")
  static let startAfter = Option("start-after", nil, "BOUND", "children behind this")
  static let endAt = Option("end-at", nil, "BOUND", "children up to this")
  static let endBefore = Option("end-before", nil, "BOUND", "children before this")
  static let equalTo = Option("equal-to", nil, "BOUND", "children with this very value")
  static let key = Option("key", "k", "KEY", "of children with the same value as a bound, that of this key is meant")
  static let first = Option("first", "n", "COUNT", "the first so many")
  static let last = Option("last", "l", "COUNT", "the last so many")

  static let details = """
    A BOUND is JSON, or a text when it is none: 30 is a number, true a flag, null nothing; '"30"' is the text 30. With --order-by key bounds \
    are keys. The order is that of the Realtime Database: nothing, flags, numbers, texts, branches; keys that are integers come first.
    """

  static func query(_ invocation: Invocation) throws -> TreeQuery {
    do {
      var query = TreeQuery(try invocation.path())
      if let name = invocation[orderBy] { query = try ordered(query, by: name) }
      let key = try invocation[key].map { try TreeKey($0) }
      func bound(_ option: Option) -> Tree? { invocation[option].map { self.bound($0, isKey: query.ordering == .key) } }
      if key != nil, ![startAt, startAfter, endAt, endBefore, equalTo].contains(where: invocation.has) {
        throw Failure(.usage, "--key goes with a bound, such as --start-at")
      }
      if let value = bound(startAt) { query = try query.starting(at: value, key: key) }
      if let value = bound(startAfter) { query = try query.starting(after: value, key: key) }
      if let value = bound(endAt) { query = try query.ending(at: value, key: key) }
      if let value = bound(endBefore) { query = try query.ending(before: value, key: key) }
      if let value = bound(equalTo) { query = try query.equal(to: value, key: key) }
      if let count = try invocation.number(first, least: 1) { query = try query.first(count) }
      if let count = try invocation.number(last, least: 1) { query = try query.last(count) }
      return query
    } catch let error as TreeQuery.Invalid {
      throw Failure(.invalid, "this is no query: \(error.message)")
    }
  }

  private static func ordered(_ query: TreeQuery, by name: String) throws(TreeQuery.Invalid) -> TreeQuery {
    switch name {
    case "key": try query.ordered(by: .key)
    case "value": try query.ordered(by: .value)
    case "priority": try query.ordered(by: .priority)
    default: try query.ordered(byChild: name)
    }
  }

  private static func bound(_ text: String, isKey: Bool) -> Tree {
    if isKey { return .string(text) }
    return (try? Tree(json: text)) ?? .string(text)
  }
}
