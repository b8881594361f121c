public import TrellisDatabase
import TrellisPages
public import TrellisTree

/// A model whose nodes are the children of one place: its collection.
public protocol CollectionMember: Model, SendableMetatype {
  static var collection: TreePath { get }
}

/// Members of the collection can be read, queried and followed.
///
/// ```swift
/// let all = try await Artist.all()
/// let mary = try await Artist.find("-KbJXK4aoXc6NZ6VwD7W")             // nil when there is none
/// let americans = try await Artist.where(\.$country, equals: "US").first(10).fetch()
/// for try await page in Artist.ordered(by: \.$lastName).pages(of: 20) { … }
/// ```
/// Each function takes `in:` for a database other than `Database.current`; models remember where they came from.
public protocol Queryable: CollectionMember {}

extension Queryable {
  /// The collection, as a value: the same members as the static functions give.
  public static func members(in database: Database = .current) -> ModelCollection<Self> { ModelCollection(at: collection, in: database) }

  /// All members, in the default order: priority, then key.
  public static func all(in database: Database = .current) async throws -> sending [Self] {
    try await members(in: database).all()
  }

  /// The member with a key; nil when there is none.
  ///
  /// - Throws: `.typeMismatch` when a field cannot be read; what `Database.get` throws.
  public static func find(_ key: TreeKey, in database: Database = .current) async throws -> sending Self? {
    try await members(in: database).find(key)
  }

  /// The member with a key given as text.
  ///
  /// - Throws: `.invalid` when the text is no legal key; else as `find(_:)` with a key.
  public static func find(_ key: String, in database: Database = .current) async throws -> sending Self? {
    try await members(in: database).find(key)
  }

  /// The members with some keys, in that order, in one round trip. Keys without a member are left out.
  public static func find(_ keys: [TreeKey], in database: Database = .current) async throws -> sending [Self] {
    try await members(in: database).find(keys)
  }

  /// Whether there is a member with a key. Reads no field.
  public static func exists(_ key: TreeKey, in database: Database = .current) async throws -> Bool {
    try await members(in: database).exists(key)
  }

  /// A model of which only the key is known; `load()` reads the rest.
  public static func keyOnly(_ key: TreeKey, in database: Database = .current) -> sending Self {
    members(in: database).keyOnly(key)
  }

  /// Reads this model's node again, in place. Pending changes stay on top.
  ///
  /// A node that is gone leaves a model whose `exists` is false.
  public func load() async throws {
    let here = unobservedSnapshot
    let (nodes, source) = try await here.database.nodes([here.path])
    try Schema.of(type(of: self)).requireReadable(nodes[0], at: here.path)
    replaceSnapshot(Snapshot(database: here.database, path: here.path, node: nodes[0], source: source))
  }

  /// Keeps this instance current until the task is cancelled: each change of the node shows in its fields at once.
  ///
  /// ```swift
  /// let following = Task { try await mural.follow() }    // on the actor that owns the model
  /// ```
  /// Pending changes stay on top. A node that is gone leaves a model whose `exists` is false.
  public func follow() async throws {
    let here = unobservedSnapshot
    for try await result in here.database.observe(here.path) {
      if Task.isCancelled { return }
      try Schema.of(type(of: self)).requireReadable(result.node, at: here.path)
      replaceSnapshot(Snapshot(database: here.database, path: here.path, node: result.node))
    }
  }

  /// This model's node, now and after every change of it, as values that may go anywhere. A reader slower than the writers skips
  /// to the newest.
  ///
  /// ```swift
  /// for try await snapshot in mural.updates() { print(try snapshot.decode(MuralCard.self)) }
  /// ```
  public func updates() -> some AsyncSequence<Snapshot, any Error> & Sendable {
    let here = unobservedSnapshot
    return here.database.observe(here.path).map { Snapshot(database: here.database, path: here.path, node: $0.node) }
  }
}
