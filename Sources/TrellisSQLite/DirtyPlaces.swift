import TrellisTree

/// Where the tree differs from the rows of the file, after commits. Noting one takes next to nothing: what it comes to is worked
/// out once the rows are written.
struct DirtyPlaces {
  struct Entry {
    let place: [UInt8]
    /// The first place behind it that is not meant.
    let behind: [UInt8]
  }

  private struct Change {
    let path: TreePath
    let target: TreeWrite.Change.Target
    let isGone: Bool
  }

  private var changes: [Change] = []

  static var everything: DirtyPlaces { DirtyPlaces(changes: [Change(path: .root, target: .node, isGone: false)]) }

  private init(changes: [Change]) { self.changes = changes }

  init() { self.init(changes: []) }

  var isEmpty: Bool { changes.isEmpty }

  mutating func note(_ commit: Commit) {
    for change in commit.changes { changes.append(Change(path: change.path, target: change.target, isGone: change.value.isNull)) }
  }

  /// Everything at and below a place may be another.
  mutating func note(_ path: TreePath) { changes.append(Change(path: path, target: .node, isGone: true)) }

  /// In the order of the tree.
  var sorted: [Entry] {
    var entries: [[UInt8]: [UInt8]] = [:]
    /// The node itself, without what lies below it.
    func noteNode(_ place: [UInt8]) {
      if entries[place] == nil { entries[place] = place + [0] }
    }
    for change in changes {
      let place = PlaceBytes.of(change.path.keys)
      guard change.target == .node else {
        noteNode(place)
        continue
      }
      entries[place] = PlaceBytes.end(of: place)
      if change.isGone { PlaceBytes.above(change.path).forEach(noteNode) }
    }
    return entries.map { Entry(place: $0.key, behind: $0.value) }.sorted { $0.place.lexicographicallyPrecedes($1.place) }
  }
}

extension PlaceBytes {
  /// The places above one, from the root on. A branch that is left empty goes, and what goes with it stands before its children:
  /// its priority.
  fileprivate static func above(_ path: TreePath) -> [[UInt8]] {
    var places = [root]
    for key in path.keys.dropLast() {
      var place = places[places.count - 1]
      key.appendBytes(to: &place)
      places.append(place)
    }
    return path.keys.isEmpty ? [] : places
  }
}
