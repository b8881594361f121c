public import TrellisDatabase
public import TrellisPages
public import TrellisTree

/// The database as the store uses it. `TreeDeviceDatabase` is any `Database`.
public protocol DeviceDatabase: Sendable {
  func read(_ path: TreePath, as user: AuthUser) async throws -> TreeSnapshot
  /// One atomic write, of one place or of several.
  func write(_ write: TreeWrite, as user: AuthUser) async throws -> Commit
  func transaction(
    at path: TreePath, as user: AuthUser, _ body: @Sendable (Tree) throws -> Tree?
  ) async throws -> TransactionResult
  /// Says that what stands at a place may have changed.
  func changes(at path: TreePath, as user: AuthUser) -> AsyncStream<Void>
  /// Whether the database can be reached, beginning with whether it can now.
  func connected() -> AsyncStream<Bool>
}
