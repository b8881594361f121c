import TrellisTree

/// What rules see of a query. (Rules §8.)
struct RuleQuery {
  var orderByChild: String?
  var orderByKey = false
  var orderByValue = false
  var orderByPriority = false
  var startAt: Tree.Scalar?
  var endAt: Tree.Scalar?
  var equalTo: Tree.Scalar?
  var limitToFirst: Int?
  var limitToLast: Int?

  /// A plain read, as the persistent connection has it.
  init() {}

  init(_ query: TreeQuery) {
    if query.isOrdered {
      switch query.ordering {
      case .key: orderByKey = true
      case .value: orderByValue = true
      case .priority: orderByPriority = true
      case .child(let path): orderByChild = path.keys.map(\.text).joined(separator: "/")
      }
    }
    let isEqual =
      query.start?.isInclusive == true && query.end?.isInclusive == true && query.start == query.end && query.start?.value != nil
    if isEqual {
      equalTo = query.start?.value
    } else {
      startAt = query.start?.isInclusive == true ? query.start?.value : nil
      endAt = query.end?.isInclusive == true ? query.end?.value : nil
    }
    switch query.limit {
    case .first(let count)?: limitToFirst = count
    case .last(let count)?: limitToLast = count
    case nil: break
    }
  }
}
