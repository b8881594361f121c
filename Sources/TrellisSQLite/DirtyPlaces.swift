import TrellisTree

/// Where the tree differs from the rows of the file, after commits.
struct DirtyPlaces {
  struct Entry {
    let place: [UInt8]
    /// The first place behind it that is not meant.
    let behind: [UInt8]
  }

  private var entries: [[UInt8]: [UInt8]]

  private init(entries: [[UInt8]: [UInt8]]) { self.entries = entries }

  init() { self.init(entries: [:]) }

  static var everything: DirtyPlaces { DirtyPlaces(entries: [PlaceBytes.root: PlaceBytes.end(of: PlaceBytes.root)]) }

  var isEmpty: Bool { entries.isEmpty }

  /// In the order of the tree.
  var sorted: [Entry] {
    entries.map { Entry(place: $0.key, behind: $0.value) }.sorted { $0.place.lexicographicallyPrecedes($1.place) }
  }

  mutating func note(_ commit: Commit) {
    for change in commit.changes {
      switch change.target {
      case .node: noteTree(change.path, isGone: change.value.isNull)
      case .priority: noteNode(PlaceBytes.of(change.path.keys))
      }
    }
  }

  private mutating func noteTree(_ path: TreePath, isGone: Bool) {
    let place = PlaceBytes.of(path.keys)
    entries[place] = PlaceBytes.end(of: place)
    guard isGone else { return }
    // Branches that are left empty go, and what goes with them stands before their children: their priorities.
    var above = PlaceBytes.root
    for key in path.keys.dropLast() {
      noteNode(above)
      key.appendBytes(to: &above)
    }
    noteNode(above)
  }

  /// The node itself, without what lies below it.
  private mutating func noteNode(_ place: [UInt8]) {
    if entries[place] == nil { entries[place] = place + [0] }
  }
}
