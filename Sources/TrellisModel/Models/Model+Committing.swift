import Observation
import TrellisDatabase
import TrellisPages
import TrellisTree

extension Model {
  /// Sends the pending changes as one atomic write, if there are any. When it fails, they stay.
  ///
  /// - Parameter isNew: whether there must be nothing at the place yet.
  final func commit(isNew: Bool = false) async throws {
    let sent = pendingHere
    guard !sent.isEmpty else { return }
    if let (path, error) = sent.firstError {
      let place = unobservedSnapshot.path.appending(path: path)
      if let error = error as? EncodingError { throw TrellisError(error, at: place) }
      throw error
    }
    try validate()
    let here = unobservedSnapshot
    try Schema.of(type(of: self)).requirePresent(in: unobservedNode, at: here.path, unless: isPartlyKnown(isNew))
    let commit = try await here.database.write(try write(sent, at: here.path, isNew: isNew))
    accept(commit, sent)
  }

  /// Of a model that was never read, fields may be present without our knowing.
  private func isPartlyKnown(_ isNew: Bool) -> Bool { !isNew && !unobservedSnapshot.isLoaded }

  private func write(_ sent: PendingChanges, at path: TreePath, isNew: Bool) throws -> TreeWrite {
    do throws(TreeWrite.Invalid) {
      guard isNew else { return try .update(path, sent.values) }
      // One node as a whole, so that the datastore can say whether something was there.
      var write = try TreeWrite.set(path, sent.tree)
      write.condition = .equals(.null, at: path)
      return write
    } catch {
      throw TrellisError(error)
    }
  }

  /// Takes what was written, with server values filled in, for what is stored.
  private func accept(_ commit: Commit, _ sent: PendingChanges) {
    let here = unobservedSnapshot
    var tree = here.node.tree
    for change in commit.changes where here.path.contains(change.path) {
      tree.apply(TreeWrite.Change(TreePath(Array(change.path.keys.dropFirst(here.path.keys.count))), change.value, target: change.target))
    }
    registrar.withMutation(of: self, keyPath: \.snapshot) { settle(sent, below: .root, tree) }
  }

  private func settle(_ sent: PendingChanges, below path: TreePath, _ tree: Tree) {
    if let owner {
      registrar.withMutation(of: owner.model, keyPath: \.snapshot) {
        owner.model.settle(sent, below: owner.path.appending(path: path), tree)
      }
      return
    }
    pending.forget(sent, below: path)
    var whole = storedSnapshot.node.tree
    whole[path: path] = tree
    store(
      Snapshot(database: storedSnapshot.database, path: storedSnapshot.path, node: TreeSnapshot(whole), isLoaded: storedSnapshot.isLoaded))
  }
}
