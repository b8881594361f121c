import TrellisTree

/// The settings of an installation, and which of them the database does not have yet.
struct CachedSettings: Sendable, Hashable {
  var values: [TreeKey: Tree] = [:]
  /// What is still to be written, with a number that tells a later change from the one that is under way. A key without a value is
  /// to be removed.
  var dirty: [TreeKey: Int64] = [:]
  /// The last number given, which none after it has again.
  private var last: Int64 = 0

  init() {}

  init(_ tree: Tree) {
    values = Dictionary(tree["values"].children.map { ($0.key, $0.value) }) { $1 }
    dirty = Dictionary(tree["dirty"].children.map { ($0.key, $0.value.int ?? 0) }) { $1 }
    last = tree["last"].int ?? 0
  }

  var tree: Tree {
    [
      "values": .branch(values.map { ($0.key, $0.value) }), "dirty": .branch(dirty.map { ($0.key, .int($0.value)) }), "last": .int(last),
    ]
  }

  /// Forgets all of them, but for the numbers.
  mutating func removeAll() { (values, dirty) = ([:], [:]) }

  mutating func set(_ key: TreeKey, _ value: Tree) {
    values[key] = value.isNull ? nil : value
    last += 1
    dirty[key] = last
  }

  /// What has been written is no longer dirty, unless it was set again meanwhile.
  mutating func acknowledge(_ written: [TreeKey: Int64]) {
    for (key, number) in written where dirty[key] == number { dirty[key] = nil }
  }

  /// Takes what the database has for every key that is not dirty here.
  ///
  /// - Parameter keepsOthers: whether keys that the database does not have stay, to be written to it.
  /// - Returns: the keys whose values have changed.
  mutating func adopt(_ remote: Tree, keepsOthers: Bool) -> [TreeKey] {
    var changed: [TreeKey] = []
    for (key, value) in remote.children where dirty[key] == nil && values[key] != value {
      values[key] = value
      changed.append(key)
    }
    guard !keepsOthers else { return changed.sorted() }
    for key in values.keys where dirty[key] == nil && remote[key].isNull {
      values[key] = nil
      changed.append(key)
    }
    return changed.sorted()
  }
}
