import TrellisTree

/// The rules of data model §3 and §5 once more, written down as plainly as possible and without anything of the modules
/// under test: keys are texts, every child is looked at, and sorting is by insertion.
enum Reference {
  struct Bound {
    var value: Tree.Scalar?
    var key: String?
    var isInclusive: Bool
  }

  struct Query {
    var ordering: TreeQuery.Ordering
    var start: Bound?
    var end: Bound?
    var limit: TreeQuery.Limit?
  }

  /// The keys of the children that a query finds (§5.2), in its order.
  static func keys(_ query: Query, in node: Tree) -> [String] {
    var found: [(key: String, node: Tree)] = []
    for (key, child) in node.children where matches(query, key.text, child) {
      let place = found.firstIndex { order(query.ordering, (key.text, child), $0) < 0 } ?? found.count
      found.insert((key.text, child), at: place)
    }
    let keys = found.map(\.key)
    switch query.limit {
    case .first(let count)?: return Array(keys.prefix(count))
    case .last(let count)?: return Array(keys.suffix(count))
    case nil: return keys
    }
  }

  // MARK: Indexes (§3.5)

  private static func indexed(_ ordering: TreeQuery.Ordering, _ child: Tree) -> Tree {
    switch ordering {
    case .key: .null
    case .priority: Tree(child.priority)
    case .value: child
    case .child(let path): path.keys.reduce(child) { $0[$1] }
    }
  }

  private static func order(_ ordering: TreeQuery.Ordering, _ a: (key: String, node: Tree), _ b: (key: String, node: Tree)) -> Int {
    let byValue = order(indexed(ordering, a.node), indexed(ordering, b.node))
    return byValue != 0 ? byValue : order(key: a.key, b.key)
  }

  // MARK: Bounds (§5.1)

  private static func matches(_ query: Query, _ key: String, _ child: Tree) -> Bool {
    if let start = query.start {
      let side = side(of: start, query.ordering, key, child, opensBelow: start.isInclusive)
      if side < 0 || (side == 0 && !start.isInclusive) { return false }
    }
    if let end = query.end {
      let side = side(of: end, query.ordering, key, child, opensBelow: !end.isInclusive)
      if side > 0 || (side == 0 && !end.isInclusive) { return false }
    }
    return true
  }

  /// Where a child stands, seen from a bound. A bound without a key stands below or above all children with its value.
  private static func side(
    of bound: Bound, _ ordering: TreeQuery.Ordering, _ key: String, _ child: Tree, opensBelow: Bool
  ) -> Int {
    if ordering == .key {
      guard case .string(let text)? = bound.value else { preconditionFailure("a bound in key order is text") }
      if same(text, "[MIN_NAME]") { return 1 }
      if same(text, "[MAX_NAME]") { return -1 }
      return order(key: key, text)
    }
    let byValue = order(indexed(ordering, child), Tree(bound.value))
    if byValue != 0 { return byValue }
    guard let boundKey = bound.key else { return opensBelow ? 1 : -1 }
    return order(key: key, boundKey)
  }
}

// MARK: Orders

extension Reference {
  /// §3.1
  static func order(key a: String, _ b: String) -> Int {
    switch (integer(a), integer(b)) {
    case (let x?, let y?):
      if x != y { return x < y ? -1 : 1 }
      if a.utf8.count != b.utf8.count { return a.utf8.count < b.utf8.count ? -1 : 1 }
      return order(text: a, b)
    case (_?, nil): return -1
    case (nil, _?): return 1
    case (nil, nil): return order(text: a, b)
    }
  }

  private static func integer(_ key: String) -> Int32? {
    var digits = Array(key.utf8)
    guard digits.count <= 11 else { return nil }
    if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
    guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Int32(key)
  }

  /// §1.7
  static func order(text a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.utf16), Array(b.utf16))
    if a == b { return 0 }
    return a.lexicographicallyPrecedes(b) ? -1 : 1
  }

  private static func same(_ a: String, _ b: String) -> Bool { order(text: a, b) == 0 }

  /// §3.2
  static func order(_ a: Tree, _ b: Tree) -> Int {
    let (rankA, rankB) = (rank(a), rank(b))
    if rankA != rankB { return rankA < rankB ? -1 : 1 }
    switch (a.scalar, b.scalar) {
    case (.string(let a)?, .string(let b)?): return order(text: a, b)
    case (let a?, let b?): return order(number: a, b)
    default: return 0
    }
  }

  private static func rank(_ node: Tree) -> Int {
    switch node.scalar {
    case .bool(false)?: 1
    case .bool(true)?: 2
    case .int?, .double?: 3
    case .string?: 4
    case nil: node.isNull ? 0 : 5
    }
  }

  /// §1.6: mathematically exact, also between the kinds.
  private static func order(number a: Tree.Scalar, _ b: Tree.Scalar) -> Int {
    switch (a, b) {
    case (.int(let a), .int(let b)): order(a, b)
    case (.double(let a), .double(let b)): order(a, b)
    case (.int(let a), .double(let b)): order(a, b)
    case (.double(let a), .int(let b)): -order(b, a)
    default: 0
    }
  }

  private static func order<Number: Comparable>(_ a: Number, _ b: Number) -> Int { a == b ? 0 : (a < b ? -1 : 1) }

  private static func order(_ integer: Int64, _ double: Double) -> Int {
    if double >= 0x1p100 { return -1 }
    if double <= -0x1p100 { return 1 }
    // The greatest whole number that is not above the double, and whether there is a rest.
    let whole = Int128(double.rounded(.down))
    let hasRest = double.rounded(.down) < double
    return Int128(integer) == whole ? (hasRest ? -1 : 0) : order(Int128(integer), whole)
  }
}
