package import TrellisTree

extension TreeQuery {
  /// The query that a constraint list of the vectors describes: `[["orderByChild","n"],["startAt",1,"key"],["limitToFirst",3]]`.
  package init(constraints: RawJSON, at path: TreePath = .root) throws {
    self = try constraints.elements.reduce(TreeQuery(path)) { query, call in try query.applying(call.elements) }
  }

  private func applying(_ call: [RawJSON]) throws -> TreeQuery {
    let arguments = Array(call.dropFirst())
    switch call.first?.string {
    case "orderByKey": return try ordered(by: .key)
    case "orderByValue": return try ordered(by: .value)
    case "orderByPriority": return try ordered(by: .priority)
    case "orderByChild": return try ordered(byChild: arguments.text(0))
    case "limitToFirst": return try first(arguments.number(0))
    case "limitToLast": return try last(arguments.number(0))
    case "startAt": return try starting(at: arguments.bound, key: arguments.key)
    case "startAfter": return try starting(after: arguments.bound, key: arguments.key)
    case "endAt": return try ending(at: arguments.bound, key: arguments.key)
    case "endBefore": return try ending(before: arguments.bound, key: arguments.key)
    case "equalTo": return try equal(to: arguments.bound, key: arguments.key)
    default: throw MalformedVector(description: "no such constraint: \(call)")
    }
  }
}

extension [RawJSON] {
  fileprivate func text(_ position: Int) throws -> String {
    guard indices.contains(position), let text = self[position].string else { throw MalformedVector(description: "no text in \(self)") }
    return text
  }

  fileprivate func number(_ position: Int) throws -> Int {
    guard indices.contains(position), let number = self[position].int else { throw MalformedVector(description: "no number in \(self)") }
    return number
  }

  /// `startAt()` without an argument means `startAt(null)`.
  fileprivate var bound: Tree { get throws { try first?.tree() ?? .null } }

  fileprivate var key: TreeKey? { get throws { count > 1 ? try TreeKey(text(1)) : nil } }
}
