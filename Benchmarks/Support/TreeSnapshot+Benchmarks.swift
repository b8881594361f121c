public import TrellisPages
public import TrellisTree

extension TreeSnapshot {
  /// Reads JSON straight into pages, without the limits of writes.
  public static func parsing(_ json: [UInt8]) throws -> TreeSnapshot { try TreeSnapshot(jsonBytes: json) }

  /// The node as JSON in UTF-8.
  public var utf8JSON: [UInt8] { jsonBytes() }

  /// Visits up to `count` children from a key on; answers how many there were and the sum of their own children.
  public func walk(from key: TreeKey, _ count: Int) -> (children: Int, below: Int) {
    var cursor = cursor(from: .at(key))
    var result = (children: 0, below: 0)
    while result.children < count, cursor.next() {
      result.children += 1
      result.below += cursor.node.count
    }
    return result
  }

  /// Visits up to `count` children from a key on, and each of their own; answers the sum of the words seen.
  public func walkFields(from key: TreeKey, _ count: Int) -> Int {
    var cursor = cursor(from: .at(key))
    var (seen, fields) = (0, 0)
    while seen < count, cursor.next() {
      seen += 1
      var below = cursor.node.cursor(from: .unbounded)
      while below.next() { fields += 1 }
    }
    return fields
  }

  /// The name of the child at a place.
  public func place(_ place: Int) -> TreeKey { child(at: place).key }

  /// How many differences there are to another version of the same tree.
  public func differences(from older: TreeSnapshot) -> Int {
    var count = 0
    diff(older, self) { _ in count += 1 }
    return count
  }
}
