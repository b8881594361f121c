public import TrellisPages
public import TrellisTree

extension Database {
  /// What stands at a path; a snapshot whose `exists` is false where nothing is.
  ///
  /// - Throws: `.permissionDenied`, `.closed`.
  public func get(_ path: TreePath) async throws -> TreeSnapshot {
    try await measured(.read, path) { try await datastore.read([path], as: auth, by: readPolicy).nodes[0] }
  }

  /// What stands at several paths, all of one version, in their order.
  public func get(_ paths: [TreePath]) async throws -> [TreeSnapshot] {
    try await measured(.read, paths.first ?? .root) { try await datastore.read(paths, as: auth, by: readPolicy).nodes }
  }

  /// The children that a query finds.
  public func get(_ query: TreeQuery) async throws -> QueryResult {
    try await measured(.read, query.path) {
      var (result, source) = try await datastore.read(query, as: auth, by: readPolicy)
      result.source = source
      return result
    }
  }

  /// The children at a path, now and after every change.
  public func observe(_ path: TreePath) -> QueryUpdates { observe(TreeQuery(path)) }

  /// The result of a query, now and after every change of it.
  public func observe(_ query: TreeQuery) -> QueryUpdates {
    instrument?.record(InstrumentEvent(operation: .observe, path: query.path))
    return datastore.observe(query, as: auth)
  }

  /// What every change does to the result of a query: events of children, and where they are in the list.
  public func changes(of query: TreeQuery) -> QueryChanges {
    instrument?.record(InstrumentEvent(operation: .observe, path: query.path))
    return datastore.changes(of: query, as: auth)
  }

  /// The events of a query as the Realtime Database raises them: added, moved, changed and removed children, and values.
  public func events(of query: TreeQuery) -> QueryEvents { QueryEvents(changes(of: query)) }

  /// How a query is answered, and what it costs.
  public func explain(_ query: TreeQuery) async throws -> QueryPlan { try await datastore.explain(query, as: auth) }

  /// The number of the newest commit; 0 before the first. Of a `snapshot()`, of the newest that it shows.
  ///
  /// ```swift
  /// let copy = try await database.snapshot()                                   // the state, and then what comes
  /// for try await commit in database.commits(since: try await copy.commitNumber()) { … }
  /// ```
  public func commitNumber() async throws -> Int64 { try await datastore.commitNumber() }

  /// Every commit with a number above `number`, in order, then new ones as they come.
  public func commits(since number: Int64) -> Commits { datastore.commits(since: number) }
}
