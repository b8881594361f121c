import TrellisDatabase
import TrellisPages

/// Members may be removed from the collection.
public protocol Deletable: CollectionMember {}

extension Deletable {
  /// Deletes the node with everything below it. The model stays as one whose `exists` is false, without pending changes.
  ///
  /// Links to it in other models stay; remove them in the same breath with `Linked.remove(_:)` or `Database.update(_:_:)`.
  public func delete() async throws {
    let here = unobservedSnapshot
    try await here.database.remove(here.path)
    discardChanges()
    replaceSnapshot(Snapshot(database: here.database, path: here.path, node: .missing))
  }
}
