import TrellisPages
import TrellisQueries
import TrellisTree

/// The indexes of a database. Each shows the published version of the tree.
struct IndexSet {
  typealias Name = IndexSettings.Declared

  private struct Entry {
    let index: OrderIndex
    /// Nobody has declared it, so it may go.
    let isAutomatic: Bool
    var lastUse: Int
  }

  let settings: IndexSettings
  private var entries: [Name: Entry] = [:]
  private var underConstruction: Set<Name> = []
  private var uses = 0

  init(_ settings: IndexSettings) { self.settings = settings }

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }
  var byteCount: Int { entries.values.reduce(0) { $0 + $1.index.byteCount } }

  /// The index a query uses, if it uses one.
  static func name(for query: TreeQuery) -> Name? {
    query.ordering == .key ? nil : Name(path: query.path, ordering: query.ordering)
  }

  /// The index as it is now, noting that it is in use.
  mutating func use(_ name: Name) -> IndexSnapshot? {
    guard let entry = entries[name] else { return nil }
    uses += 1
    entries[name]?.lastUse = uses
    return entry.index.snapshot
  }

  func snapshot(_ name: Name) -> IndexSnapshot? { entries[name]?.index.snapshot }

  // MARK: Making

  /// Whether an index that nobody has declared should be made for a place with so many children.
  func isWorthwhile(count: Int) -> Bool { settings.isAutomatic && count >= settings.smallestCount }

  /// Whether the caller is to make it: nobody else does, and it is not there.
  mutating func beginConstruction(of name: Name) -> Bool {
    entries[name] == nil && underConstruction.insert(name).inserted
  }

  /// Ends what `beginConstruction` began. Without an index it has come to nothing.
  mutating func endConstruction(of name: Name, _ index: OrderIndex?, isAutomatic: Bool) {
    underConstruction.remove(name)
    guard let index else { return }
    uses += 1
    entries[name] = Entry(index: index, isAutomatic: isAutomatic, lastUse: uses)
    evict()
  }

  private mutating func evict() {
    let automatic = entries.filter(\.value.isAutomatic)
    guard automatic.count > settings.mostAutomatic else { return }
    if let oldest = automatic.min(by: { $0.value.lastUse < $1.value.lastUse }) { entries[oldest.key] = nil }
  }

  // MARK: Following

  /// Follows changes from one published version to the next.
  mutating func follow(_ changes: [TreeWrite.Change], from old: TreeSnapshot, to new: TreeSnapshot) {
    for (name, entry) in entries {
      guard let children = Self.children(of: name.path, changedBy: changes, old, new), !children.isEmpty else { continue }
      if !entry.index.update(children) { entries[name] = nil }
    }
  }

  /// The children of a place that changes concern; nil when there are none.
  private static func children(
    of path: TreePath, changedBy changes: [TreeWrite.Change], _ old: TreeSnapshot, _ new: TreeSnapshot
  ) -> [OrderIndex.Change]? {
    var keys: Set<TreeKey> = []
    for change in changes {
      if change.path.contains(path) { return allChildren(old[path: path], new[path: path]) }
      if path.contains(change.path) { keys.insert(change.path.keys[path.keys.count]) }
    }
    if keys.isEmpty { return nil }
    let (oldNode, newNode) = (old[path: path], new[path: path])
    return keys.map { OrderIndex.Change($0, old: oldNode[$0], new: newNode[$0]) }
  }

  static func allChildren(_ old: TreeSnapshot, _ new: TreeSnapshot) -> [OrderIndex.Change] {
    var children: [OrderIndex.Change] = []
    diffChildren(old, new) { children.append(OrderIndex.Change($0, old: $1, new: $2)) }
    return children
  }
}
