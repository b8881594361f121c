import TrellisTree
import VectorSupport

/// The orderings that every random test goes through.
let allOrderings: [TreeQuery.Ordering] = [.priority, .key, .value, .child("n"), .child("d/x")]

extension SeededRandom {
  /// A branch to query: many children share values, so that ties are common.
  mutating func queried(children count: Int) -> Tree {
    Tree.branch((0..<count).map { _ in (key(), queriedChild()) }).with(priority: priority())
  }

  private mutating func queriedChild() -> Tree {
    switch below(5) {
    case 0: return Tree(tie()).with(priority: tie(isPriority: true))
    case 1: return Tree(scalar()).with(priority: priority())
    default:
      var children: [(TreeKey, Tree)] = [("z", 1)]
      if chance(percent: 80) { children.append(("n", chance(percent: 15) ? ["below": 1] : Tree(tie()))) }
      if chance(percent: 60) { children.append(("d", ["x": chance(percent: 15) ? ["below": 1] : Tree(tie())])) }
      return Tree.branch(children).with(priority: tie(isPriority: true))
    }
  }

  /// One of few values, near one another; nil for none.
  mutating func tie(isPriority: Bool = false) -> Tree.Scalar? {
    let numbers: [Tree.Scalar] = [0, 1, 1.0, 1.5, -1, .double(-0.0), .int(1 << 53 + 1), .double(0x1p53), .int(1 << 53)]
    let texts: [Tree.Scalar] = ["", "1", "10", "9", "a", "é", "e\u{301}", "\u{1F600}", "\u{FFEE}"]
    switch below(isPriority ? 3 : 4) {
    case 0: return nil
    case 1: return pick(numbers)
    case 2: return pick(texts)
    default: return .bool(chance(percent: 50))
    }
  }

  /// A bound that goes with an ordering.
  mutating func bound(_ ordering: TreeQuery.Ordering, in node: Tree, hasKey: Bool, isInclusive: Bool) -> Reference.Bound {
    let keys = node.children.keys
    let near = keys.isEmpty || chance(percent: 30) ? keyText() : pick(keys).text
    if ordering == .key {
      let text = chance(percent: 10) ? pick(["", "\u{1}", "[MIN_NAME]", "[MAX_NAME]", "a.b", "/", "$"]) : near
      return Reference.Bound(value: .string(text), key: nil, isInclusive: isInclusive)
    }
    let value: Tree.Scalar?
    if ordering == .priority {
      value = chance(percent: 80) ? tie(isPriority: true) : priority()
    } else {
      value = chance(percent: 80) ? tie() : scalar()
    }
    return Reference.Bound(value: value, key: hasKey ? near : nil, isInclusive: isInclusive)
  }
}

extension Reference.Query {
  /// The same query, made as a program makes it.
  func treeQuery(at path: TreePath = .root) throws -> TreeQuery {
    var query = try TreeQuery(path).ordered(by: ordering)
    if let start {
      let (value, key) = (Tree(start.value), try start.key.map { try TreeKey($0) })
      query = try start.isInclusive ? query.starting(at: value, key: key) : query.starting(after: value, key: key)
    }
    if let end {
      let (value, key) = (Tree(end.value), try end.key.map { try TreeKey($0) })
      query = try end.isInclusive ? query.ending(at: value, key: key) : query.ending(before: value, key: key)
    }
    switch limit {
    case .first(let count)?: query = try query.first(count)
    case .last(let count)?: query = try query.last(count)
    case nil: break
    }
    return query
  }
}
