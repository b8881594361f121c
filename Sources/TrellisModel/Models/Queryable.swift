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
  /// All members, in the default order: priority, then key.
  public static func all(in database: Database = .current) async throws -> sending [Self] {
    try await query(in: database).fetch()
  }

  /// The member with a key; nil when there is none.
  ///
  /// - Throws: `.typeMismatch` when a field cannot be read; what `Database.get` throws.
  public static func find(_ key: TreeKey, in database: Database = .current) async throws -> sending Self? {
    let path = collection.appending(key)
    let node = try await database.get(path)
    guard node.exists else { return nil }
    try Schema.of(Self.self).requireReadable(node, at: path)
    return Self(snapshot: Snapshot(database: database, path: path, node: node))
  }

  /// The member with a key given as text.
  ///
  /// - Throws: `.invalid` when the text is no legal key; else as `find(_:)` with a key.
  public static func find(_ key: String, in database: Database = .current) async throws -> sending Self? {
    let checked: TreeKey
    do throws(TreePath.Invalid) { checked = try TreeKey(key) } catch {
      throw TrellisError(.invalid, at: collection, error.description, underlying: error)
    }
    return try await find(checked, in: database)
  }

  /// The members with some keys, in that order, in one round trip. Keys without a member are left out.
  public static func find(_ keys: [TreeKey], in database: Database = .current) async throws -> sending [Self] {
    if keys.isEmpty { return [] }
    let paths = keys.map { collection.appending($0) }
    let nodes = try await database.get(paths)
    var models: [Self] = []
    models.reserveCapacity(nodes.count)
    for (path, node) in zip(paths, nodes) where node.exists {
      try Schema.of(Self.self).requireReadable(node, at: path)
      models.append(Self(snapshot: Snapshot(database: database, path: path, node: node)))
    }
    return models
  }

  /// A model of which only the key is known; `load()` reads the rest.
  public static func keyOnly(_ key: TreeKey, in database: Database = .current) -> sending Self {
    Self(snapshot: .keyOnly(collection.appending(key), in: database))
  }

  /// Reads this model's node again, in place. Pending changes stay on top.
  ///
  /// A node that is gone leaves a model whose `exists` is false.
  public func load() async throws {
    let here = unobservedSnapshot
    let node = try await here.database.get(here.path)
    try Schema.of(type(of: self)).requireReadable(node, at: here.path)
    replaceSnapshot(Snapshot(database: here.database, path: here.path, node: node))
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
