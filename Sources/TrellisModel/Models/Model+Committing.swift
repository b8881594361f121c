import Observation
import TrellisDatabase
import TrellisPages
import TrellisTree

/// What must stand at a model's place for its changes to be written.
enum CommitCondition {
  case anything
  /// Nothing yet.
  case nothing
  /// What was read.
  case unchanged
}

extension Model {
  /// Sends the pending changes as one atomic write, if there are any. When it fails, they stay.
  final func commit(_ condition: CommitCondition = .anything) async throws {
    let sent = pendingHere
    guard !sent.isEmpty else { return }
    let here = unobservedSnapshot
    if here.database.isSame(as: .unbound) {
      throw TrellisError(.disconnected, "this draft belongs to no database yet; insert() it first")
    }
    if let (path, error) = sent.firstError {
      if let error = error as? EncodingError { throw TrellisError(error, at: here.path.appending(path: path)) }
      throw error
    }
    try validate()
    // Of a model that was never read, required fields may be there without our knowing.
    let isPartlyKnown = !here.isLoaded
    try Schema.of(type(of: self)).requirePresent(in: unobservedNode, at: here.path, unless: isPartlyKnown)
    accept(try await here.database.write(try write(sent, from: here, condition)), sent)
  }

  private func write(_ sent: PendingChanges, from here: Snapshot, _ condition: CommitCondition) throws -> TreeWrite {
    do throws(TreeWrite.Invalid) {
      var write: TreeWrite
      switch condition {
      case .anything: write = try .update(here.path, sent.values)
      case .unchanged:
        write = try .update(here.path, sent.values)
        write.condition = .equals(here.node.tree, at: here.path)
      case .nothing:
        write = try .set(here.path, sent.tree)
        write.condition = .equals(.null, at: here.path)
      }
      return write
    } catch {
      throw TrellisError(error)
    }
  }

  /// Takes what was written, with server values filled in, for what is stored.
  final func accept(_ commit: Commit, _ sent: PendingChanges = PendingChanges()) {
    let here = unobservedSnapshot
    var tree = here.node.tree
    for change in commit.changes where here.path.contains(change.path) {
      tree.apply(TreeWrite.Change(TreePath(Array(change.path.keys.dropFirst(here.path.keys.count))), change.value, target: change.target))
    }
    settle(sent, below: .root, tree)
  }

  /// Takes what a transaction has left for what is stored; pending changes stay.
  final func accept(_ node: TreeSnapshot) {
    if owner != nil { return settle(PendingChanges(), below: .root, node.tree) }
    replaceSnapshot(Snapshot(database: storedSnapshot.database, path: storedSnapshot.path, node: node))
  }

  private func settle(_ sent: PendingChanges, below path: TreePath, _ tree: Tree) {
    registrar.withMutation(of: self, keyPath: \.snapshot) {
      if let owner { return owner.model.settle(sent, below: owner.path.appending(path: path), tree) }
      pending.forget(sent, below: path)
      let here = storedSnapshot
      var whole = here.node.tree
      whole[path: path] = tree
      store(Snapshot(database: here.database, path: here.path, node: TreeSnapshot(whole), isLoaded: here.isLoaded))
    }
  }
}
