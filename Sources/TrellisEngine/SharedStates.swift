import TrellisDatabase
import TrellisPages

/// The published version as listeners want it, made once for all that want the same. Under the lock.
struct SharedStates {
  private let arena: Arena
  private let indexes: IndexSet
  private var plain: QueryChanges.State?
  private var indexed: [IndexSet.Name: QueryChanges.State] = [:]

  init(_ arena: Arena, _ indexes: IndexSet) {
    self.arena = arena
    self.indexes = indexes
  }

  /// The version with an index, if there is one by that name.
  subscript(name: IndexSet.Name?) -> QueryChanges.State {
    mutating get {
      guard let name else {
        if let plain { return plain }
        let state = QueryChanges.State(root: arena.pin(), index: nil)
        plain = state
        return state
      }
      if let state = indexed[name] { return state }
      let state = QueryChanges.State(root: arena.pin(), index: indexes.snapshot(name))
      indexed[name] = state
      return state
    }
  }
}
