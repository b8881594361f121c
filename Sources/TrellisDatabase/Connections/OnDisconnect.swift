public import TrellisTree

/// Writes that a connection carries out when it ends.
///
/// ```swift
/// try await connection.onDisconnect.remove("rooms/lobby/members/ana")
/// ```
/// Values are checked now and written then; `.timestamp` and `.increment(by:)` mean the state at that time. A value replaces
/// what was left before for the place and all below it.
public struct OnDisconnect: Sendable {
  let gate: ConnectionGate
  let auth: Auth?

  /// The same for another user: what is left by them is written as them.
  public func `as`(_ auth: Auth?) -> OnDisconnect { OnDisconnect(gate: gate, auth: auth) }

  /// Replaces the node at a path.
  ///
  /// - Throws: `.invalid` as `Database.set`; `.disconnected` when the connection is closed.
  public func set(_ path: TreePath, _ value: Tree) async throws { try remember { () throws(TreeWrite.Invalid) in try .set(path, value) } }

  /// Replaces the node at a path and gives it a priority.
  public func set(_ path: TreePath, _ value: Tree, priority: Tree) async throws {
    try remember { () throws(TreeWrite.Invalid) in try .set(path, value, priority: priority) }
  }

  /// Replaces nodes below a path, leaving all others there as they are.
  public func update(_ path: TreePath, _ values: [TreePath: Tree]) async throws {
    try remember { () throws(TreeWrite.Invalid) in try .update(path, values) }
  }

  /// Deletes what stands at a path.
  public func remove(_ path: TreePath) async throws { try await set(path, .null) }

  /// Forgets what was left for a path and all below it.
  public func cancel(_ path: TreePath) async throws { try gate.change { $0.forget(path) } }

  private func remember(_ make: () throws(TreeWrite.Invalid) -> TreeWrite) throws {
    let write: TreeWrite
    do { write = try make() } catch { throw TrellisError(error) }
    try gate.change { writes in
      for change in write.changes { writes.remember(change.path, change.value, as: auth) }
    }
  }
}
