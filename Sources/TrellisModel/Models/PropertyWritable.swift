import TrellisDatabase
import TrellisPages
import TrellisTree

/// Changed fields may be written back.
///
/// ```swift
/// mural.name = "Greater"; mural.likes += 1                            // local
/// try await mural.save()                                              // one atomic write of these two fields
/// try await mural.set(\.$about, to: nil)
/// try await mural.update { $0.name = "Greatest"; $0.likes = 7 }
/// try await mural.transaction { $0.likes += 1 }                       // from the newest value, whoever else writes
/// ```
/// Only changed fields are written, each at its own place, so that nothing is lost that others, or newer versions of the app,
/// keep in the same node. `validate()` runs first. When a write fails, the changes stay pending and can be saved again.
public protocol PropertyWritable: Model, SendableMetatype {}

extension PropertyWritable {
  /// Writes the pending changes, all or none. Without any it does nothing.
  ///
  /// An assignment made while the write is under way stays pending.
  /// - Throws: what `validate()` throws; `.invalid`, `.permissionDenied`, `.disconnected` and what else `Database.write` throws.
  public func save() async throws { try await commit() }

  /// Assigns one field and saves all pending changes.
  public func set<Output>(_ field: KeyPath<Self, Field<Output>>, to value: Output) async throws {
    self[self[keyPath: field]] = value
    try await commit()
  }

  /// Assigns several fields and saves all pending changes.
  public func update(_ change: (Self) throws -> Void) async throws {
    try change(self)
    try await commit()
  }

  /// Changes fields starting from their newest stored values, once nobody has written in between.
  ///
  /// `change` may run several times and is given scratch instances; this model shows the result afterwards. Pending changes
  /// of this model play no part and stay.
  /// - Throws: what `change` and `validate()` throw; `.notFound` when the node is gone; `.maxRetries` after 25 conflicts.
  public func transaction(_ change: @Sendable (Self) throws -> Void) async throws {
    let here = unobservedSnapshot
    let database = here.database.unobserved
    let after = try await here.database.retrying(at: here.path) { _ in
      let node = try await database.get(here.path)
      guard node.exists else { throw TrellisError(.notFound, at: here.path, "the node is gone; insert it anew") }
      try Schema.of(type(of: self)).requireReadable(node, at: here.path)
      // Of this instance's own class, which may be below `Self`.
      let scratch = type(of: self).init(snapshot: Snapshot(database: database, path: here.path, node: node))
      try change(scratch)
      try await scratch.commit(.unchanged)
      return scratch.unobservedSnapshot.node
    }
    accept(after)
  }
}
