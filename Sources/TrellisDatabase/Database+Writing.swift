public import TrellisTree

extension Database {
  /// Carries out a write that was made and checked before.
  ///
  /// - Throws: `.permissionDenied`, `.conflict`, `.closed`, `.storageFailed`; then nothing has changed.
  @discardableResult
  public func write(_ write: TreeWrite) async throws -> Commit {
    try await measured(.write, write.changes.first?.path ?? .root) { try await datastore.write(write, as: auth) }
  }

  /// Replaces the node at a path; null deletes it.
  ///
  /// - Throws: `.invalid` when the value breaks a limit, else as `write(_:)`.
  @discardableResult
  public func set(_ path: TreePath, _ value: Tree) async throws -> Commit {
    try await write(wrapping { () throws(TreeWrite.Invalid) in try .set(path, value) })
  }

  /// Replaces the node at a path by an `Encodable` value; see `TreeEncoder`.
  @discardableResult
  public func set(_ path: TreePath, encoding value: some Encodable) async throws -> Commit {
    let tree: Tree
    do { tree = try TreeEncoder().encode(value) } catch let error as EncodingError { throw TrellisError(error, at: path) }
    return try await set(path, tree)
  }

  /// Replaces the node at a path and gives it a priority: a number, a string, or `.timestamp`.
  @discardableResult
  public func set(_ path: TreePath, _ value: Tree, priority: Tree) async throws -> Commit {
    try await write(wrapping { () throws(TreeWrite.Invalid) in try .set(path, value, priority: priority) })
  }

  /// Changes the priority of what stands at a path; null clears it.
  @discardableResult
  public func setPriority(_ path: TreePath, _ priority: Tree) async throws -> Commit {
    try await write(wrapping { () throws(TreeWrite.Invalid) in try .setPriority(path, priority) })
  }

  /// Replaces nodes below a path in one atomic write, leaving all others there as they are; null deletes.
  ///
  /// ```swift
  /// try await database.update("/", ["murals/m1/name": "Greater", "artists/a1": nil])
  /// ```
  /// - Throws: `.invalid` when one place is another or lies below it, else as `write(_:)`.
  @discardableResult
  public func update(_ path: TreePath, _ values: [TreePath: Tree]) async throws -> Commit {
    try await write(wrapping { () throws(TreeWrite.Invalid) in try .update(path, values) })
  }

  /// Adds a child under a new key that sorts behind all made before. Without a value it only makes the key.
  public func push(_ path: TreePath, _ value: Tree = .null) async throws -> TreeKey {
    let key = PushKey.next()
    if !value.isNull { try await set(path.appending(key), value) }
    return key
  }

  /// Deletes what stands at a path.
  @discardableResult
  public func remove(_ path: TreePath) async throws -> Commit { try await set(path, .null) }

  /// Replaces the node at a path by what the closure makes of its newest value.
  ///
  /// ```swift
  /// try await database.transaction("murals/m1/likes") { .int(($0.int ?? 0) + 1) }
  /// ```
  /// The closure may run several times, when others write in between, and sees the newest value each time; returning nil
  /// gives up without an error. Null deletes. A priority stays unless the returned value has its own, or `keepingPriority` is
  /// false: then a value without one has none.
  ///
  /// - Throws: what the closure throws; `.maxRetries` after 25 conflicts; else as `write(_:)`.
  @discardableResult
  public func transaction(
    _ path: TreePath, keepingPriority: Bool = true, _ body: @Sendable (Tree) throws -> Tree?
  ) async throws -> TransactionResult {
    guard instrument != nil else { return try await datastore.transaction(at: path, keepingPriority: keepingPriority, as: auth, body) }
    let runs = Locked(0)
    return try await measured(.transaction, path, attempts: runs.withLock { $0 }) {
      try await datastore.transaction(at: path, keepingPriority: keepingPriority, as: auth) { value in
        runs.withLock { $0 += 1 }
        return try body(value)
      }
    }
  }

  /// Runs `attempt`, which reads and writes under a condition, until it meets no conflict.
  package func retrying<Value>(at path: TreePath, _ attempt: (Int) async throws -> Value) async throws -> Value {
    let runs = Locked(0)
    return try await measured(.transaction, path, attempts: runs.withLock { $0 }) {
      try await datastore.retrying(at: path) { number in
        runs.withLock { $0 = number }
        // What it was in conflict with may not be durable yet: until then readers do not see it, and the next try would meet it again.
        if number > 1 { try await datastore.flush() }
        return try await attempt(number)
      }
    }
  }

  private func wrapping<Value>(_ body: () throws(TreeWrite.Invalid) -> Value) throws -> Value {
    do { return try body() } catch { throw TrellisError(error) }
  }
}
