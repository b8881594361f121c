import TrellisTree

extension Database {
  @TaskLocal private static var scoped: Database?
  private static let processDefault = Locked<Database?>(nil)

  /// The database that code uses which names none: the one of `withCurrent` around this task, else the process default,
  /// else `unbound`.
  ///
  /// A detached task does not inherit `withCurrent`; pass `in:` there.
  public static var current: Database { scoped ?? processDefault.withLock { $0 } ?? unbound }

  /// Sets the database of the whole process, once at launch.
  public static func setDefault(_ database: Database) { processDefault.withLock { $0 = database } }

  /// Runs `body` with another current database, which its child tasks inherit.
  ///
  /// ```swift
  /// try await Database.withCurrent(staging) { try await importMurals() }
  /// ```
  public static func withCurrent<Value>(_ database: Database, _ body: () async throws -> Value) async rethrows -> Value {
    try await $scoped.withValue(database, operation: body)
  }
}
