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
/// try await mural.increment(\.$likes, by: 1)                          // whoever else adds to it
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

  /// Adds to a number, whatever it is by now and whoever else adds to it: the datastore makes the sum, in one write of this field.
  ///
  /// ```swift
  /// let likes = try await mural.increment(\.$likes)
  /// ```
  /// A field that is not there counts as 0. Two integers give an integer unless the sum is too large for 64 bits; all else gives a
  /// double (data model §8). A pending change of the field stays on top; `validate()` is not asked, since nobody knows the sum.
  ///
  /// - Returns: the sum.
  @discardableResult
  public func increment<Output>(
    _ field: KeyPath<Self, Field<Output>>, by delta: Output.Stored = 1
  ) async throws -> Output.Stored where Output.Stored: Numeric {
    let here = unobservedSnapshot
    let field = self[keyPath: field]
    let path = here.path.appending(path: field.path)
    if here.database.isSame(as: .unbound) {
      throw TrellisError(.disconnected, "this draft belongs to no database yet; insert() it first")
    }
    let number = try delta.incrementNumber(at: path)
    // What stands under a former name is to be counted too, wherever the newest value stands.
    if field.extra?.former.isEmpty == false {
      try await transaction { try $0.add(delta, to: field) }
    } else {
      var write = StagedWrite()
      for time in Schema.of(type(of: self)).maintained(isNew: false) { write.stage(here.path.appending(path: time), .timestamp) }
      write.increment(path, by: number)
      accept(try await here.database.write(try write.made()))
    }
    let sum = unobservedSnapshot.node[path: field.path]
    guard let value = Output.Stored(field: sum, keys: .plain) else {
      throw TrellisError(.typeMismatch, at: path, "the sum \(sum.json()) is no \(Output.Stored.self)")
    }
    return value
  }

  private func add<Output>(_ delta: Output.Stored, to field: Field<Output>) throws where Output.Stored: Numeric {
    let before = try field.output(in: unobservedNode).outputTree(keys: .plain)
    assign(field) {
      // By the rules of the database, in which a sum never overflows.
      let sum = ServerValue.increment(try delta.incrementNumber(at: field.path)).resolved(now: 0, current: before.scalar)
      return try Output.output(of: TreeSnapshot(Tree(sum)), keys: .plain)
        ?? { throw TrellisError(.typeMismatch, at: field.path, "the sum \(Tree(sum).json()) is no \(Output.Stored.self)") }()
    }
  }
}
