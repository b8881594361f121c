import TrellisPages
import TrellisTree

/// Compares every way of reading a tree with its model.
struct Verifier {
  let pool: KeyPool
  var random: Random

  init(_ pool: KeyPool, seed: UInt64) {
    self.pool = pool
    random = Random(seed: seed)
  }

  mutating func verify(_ node: some TreeReading, _ model: Model, _ what: String) throws {
    try require(node.exists == !model.isEmpty, "\(what): exists")
    try require(same(node.scalar, model.value), "\(what): value \(node.scalar as Any) for \(model.value as Any)")
    try require(same(node.priority, model.priority), "\(what): priority \(node.priority as Any) for \(model.priority as Any)")
    try require(node.count == model.children.count, "\(what): count \(node.count) for \(model.children.count)")
    let order = model.children.keys.sorted()
    var cursor = node.cursor(from: .unbounded, .forward)
    for number in order {
      try require(cursor.next(), "\(what): forward cursor ends early")
      let (key, text) = (cursor.key, pool.texts[number])
      try require(key.text.utf8.elementsEqual(text.utf8), "\(what): key \(key.text) for \(text)")
      try verify(cursor.node, model.children[number]!, what)
    }
    try require(!cursor.next(), "\(what): forward cursor goes on")
    if !order.isEmpty { try verifyPositions(node, order, what) }
  }

  private mutating func verifyPositions(_ node: some TreeReading, _ order: [Int], _ what: String) throws {
    if order.count > 40 || random.chance(30) {
      var cursor = node.cursor(from: .unbounded, .backward)
      for number in order.reversed() {
        try require(cursor.next() && cursor.key == pool.keys[number], "\(what): backward cursor")
      }
      try require(!cursor.next(), "\(what): backward cursor goes on")
    }
    for _ in 0..<min(order.count, 8) {
      let position = random.below(order.count)
      try require(node.child(at: position).key == pool.keys[order[position]], "\(what): child(at:)")
      let number = random.chance(50) ? order[position] : random.below(pool.keys.count)
      let key = pool.keys[number]
      let rank = order.partitioningIndex { $0 >= number }
      let isThere = rank < order.count && order[rank] == number
      try require(node.rank(of: key) == rank, "\(what): rank")
      try require(node.child(key).exists == isThere, "\(what): child")
      let after = isThere ? rank + 1 : rank
      try verifyBound(node, .at(key), .forward, order[rank...], what)
      try verifyBound(node, .past(key), .forward, order[after...], what)
      try verifyBound(node, .at(key), .backward, order[..<after].reversed()[...], what)
      try verifyBound(node, .past(key), .backward, order[..<rank].reversed()[...], what)
    }
  }

  private func verifyBound(
    _ node: some TreeReading, _ bound: TreeBound, _ direction: TreeDirection, _ expected: ArraySlice<Int>, _ what: String
  ) throws {
    var cursor = node.cursor(from: bound, direction)
    for number in expected.prefix(40) {
      try require(cursor.next() && cursor.key == pool.keys[number], "\(what): cursor \(bound) \(direction)")
    }
    if expected.count <= 40 { try require(!cursor.next(), "\(what): cursor \(bound) \(direction) goes on") }
  }
}

extension Array {
  /// The first index whose element satisfies a condition that stays true from there on.
  func partitioningIndex(_ condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
