import TrellisTree

/// The settings of an installation, and which of them the database does not have yet.
struct CachedSettings: Sendable, Hashable {
  var values: [TreeKey: Tree] = [:]
  /// What is still to be written, with a number that tells a later change from the one that is under way. A key without a value is
  /// to be removed.
  var dirty: [TreeKey: Int64] = [:]
  /// What was set while an earlier value of the same key was under way: should that arrive last, this is written once more.
  private var overtaking: [TreeKey: Overtaking] = [:]
  /// The last number given, which none after it has again.
  private var last: Int64 = 0

  private struct Overtaking: Hashable {
    let number: Int64
    let value: Tree
  }

  /// Writes that are overtaken arrive soon or never: of more only the latest are kept.
  private static let mostOvertaking = 32

  init() {}

  init(_ tree: Tree) {
    values = Dictionary(tree["values"].children.map { ($0.key, $0.value) }) { $1 }
    dirty = Dictionary(tree["dirty"].children.map { ($0.key, $0.value.int ?? 0) }) { $1 }
    overtaking = Dictionary(
      tree["overtaking"].children.map { ($0.key, Overtaking(number: $0.value["number"].int ?? 0, value: $0.value["value"])) }
    ) { $1 }
    last = tree["last"].int ?? 0
  }

  var tree: Tree {
    [
      "values": .branch(values.map { ($0.key, $0.value) }), "dirty": .branch(dirty.map { ($0.key, .int($0.value)) }),
      "overtaking": .branch(overtaking.map { ($0.key, ["number": .int($0.value.number), "value": $0.value.value]) }), "last": .int(last),
    ]
  }

  /// Forgets all of them, but for the numbers.
  mutating func removeAll() { (values, dirty, overtaking) = ([:], [:], [:]) }

  mutating func set(_ key: TreeKey, _ value: Tree) {
    let isUnderWay = dirty[key] != nil || overtaking[key] != nil
    values[key] = value.isNull ? nil : value
    last += 1
    dirty[key] = last
    guard isUnderWay else { return }
    overtaking[key] = Overtaking(number: last, value: value)
    if overtaking.count > Self.mostOvertaking, let oldest = overtaking.min(by: { $0.value.number < $1.value.number }) {
      overtaking[oldest.key] = nil
    }
  }

  /// What has been written is no longer dirty, unless it was set again meanwhile. What overtook it, and stood in the database already,
  /// is dirty once more.
  ///
  /// - Returns: the keys whose values have changed.
  mutating func acknowledge(_ written: [TreeKey: Int64]) -> [TreeKey] {
    var changed: [TreeKey] = []
    for (key, number) in written {
      if dirty[key] == number {
        dirty[key] = nil
      } else if dirty[key] == nil, let later = overtaking[key], number < later.number {
        let before = values[key]
        set(key, later.value)
        if values[key] != before { changed.append(key) }
      }
    }
    return changed.sorted()
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
