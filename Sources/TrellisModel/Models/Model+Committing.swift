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
    guard let sent = try checkedChanges(isNew: condition == .nothing) else { return }
    let here = unobservedSnapshot
    accept(try await here.database.write(try write(sent, from: here, condition)), sent)
  }

  /// The pending changes as they are to be written, once all about them is right; nil when there are none.
  final func checkedChanges(isNew: Bool, maintainingTimes: Bool = true) throws -> PendingChanges? {
    var sent = pendingHere
    guard !sent.isEmpty else { return nil }
    let here = unobservedSnapshot
    if here.database.isSame(as: .unbound) {
      throw TrellisError(.disconnected, "this draft belongs to no database yet; insert() it first")
    }
    var problems = ModelProblems(of: here.path)
    for (path, error) in sent.unstorable { problems.add(error, at: path) }
    findProblems(&problems)
    if !problems.errors.isEmpty { addRefused(sent, &problems) }
    try problems.throwIfAny()
    if maintainingTimes { for place in Schema.of(type(of: self)).maintained(isNew: isNew) { sent.maintain(place) } }
    return sent
  }

  /// Values that a write would refuse, which only needs to be known beforehand when there is more to tell.
  private func addRefused(_ sent: PendingChanges, _ problems: inout ModelProblems) {
    let here = unobservedSnapshot.path
    for (place, tree) in sent.values.sorted(by: { $0.key < $1.key }) {
      do throws(TreeWrite.Invalid) { _ = try TreeWrite.set(here.appending(path: place), tree) } catch { problems.add(TrellisError(error)) }
    }
  }

  /// What is wrong with this model, and with the changed ones of those that are nested in it.
  private final func findProblems(_ problems: inout ModelProblems) {
    do { try validate() } catch { problems.add(error) }
    validate(&problems)
    let schema = Schema.of(type(of: self))
    // Of a model that was never read, required fields may be there without our knowing.
    if schema.hasRequired, unobservedSnapshot.isLoaded { for place in schema.absent(in: unobservedNode) { problems.addAbsent(place) } }
    for part in schema.parts(of: self) where !part.pendingHere.isEmpty {
      problems.below(part.owner?.path ?? .root) { part.findProblems(&$0) }
    }
  }

  final func requireSomethingToInsert() throws {
    guard pendingHere.deletesOnly else { return }
    throw TrellisError(
      .invalid, at: unobservedSnapshot.path, "there is nothing to insert: give a field a value first, since empty nodes do not exist")
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
    replaceSnapshot(Snapshot(database: storedSnapshot.database, path: storedSnapshot.path, node: node, source: .written))
  }

  final func settle(_ sent: PendingChanges, below path: TreePath, _ tree: Tree) {
    mutate {
      if let owner { return owner.model.settle(sent, below: owner.path.appending(path: path), tree) }
      if !sent.isEmpty { changePending { $0.forget(sent, below: path) } }
      let here = storedSnapshot
      var whole = here.node.tree
      whole[path: path] = tree
      store(Snapshot(database: here.database, path: here.path, node: TreeSnapshot(whole), isLoaded: here.isLoaded, source: .written))
    }
  }
}
