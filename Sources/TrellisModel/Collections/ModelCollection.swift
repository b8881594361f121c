public import TrellisDatabase
import TrellisPages
public import TrellisTree

/// A collection of models at a place of its own: what the static functions of a class are for its one collection.
///
/// ```swift
/// class Note: Model, Queryable, Insertable { static let collection: TreePath = "notes"; … }
/// class User: Model, Queryable {
///   static let collection: TreePath = "users"
///   var notes: ModelCollection<Note> { members(Note.self) }            // users/<key>/notes
/// }
/// try await user.notes.insert { $0.text = "Paint" }
/// let recent = try await User.keyOnly("alice").notes.orderedByKey().reversed().first(10).fetch()
/// ```
/// A model that it gives knows where it came from: `load`, `save`, `delete` and nested collections work as for any other.
///
/// ## Topics
/// - Where it is: `path`, `database`
/// - Reading: `all()`, `find(_:)`, `exists(_:)`, `keyOnly(_:)`, `query()`, `where(_:equals:)` and its siblings, `ordered(by:)`
/// - Writing: `insert(as:_:)`, `insert(_:as:)`
public struct ModelCollection<M: CollectionMember>: Sendable {
  public let path: TreePath
  public let database: Database

  /// The collection at a path.
  public init(at path: TreePath, in database: Database = .current) {
    self.path = path
    self.database = database
  }
}

extension Model {
  /// The collection of another class below this model, at the place that the class names: `users/<key>/notes` for notes of a user.
  public final func members<M: CollectionMember>(_ type: M.Type = M.self) -> ModelCollection<M> {
    let here = unobservedSnapshot
    return ModelCollection(at: here.path.appending(path: M.collection), in: here.database)
  }
}

extension ModelCollection where M: Queryable {
  /// All members, in the default order: priority, then key.
  public func all() async throws -> sending [M] { try await query().fetch() }

  /// The member with a key; nil when there is none.
  public func find(_ key: TreeKey) async throws -> sending M? {
    let path = path.appending(key)
    let (nodes, source) = try await database.nodes([path])
    guard nodes[0].exists else { return nil }
    try Schema.of(M.self).requireReadable(nodes[0], at: path)
    return M(snapshot: Snapshot(database: database, path: path, node: nodes[0], source: source))
  }

  /// The member with a key given as text.
  ///
  /// - Throws: `.invalid` when the text is no legal key.
  public func find(_ key: String) async throws -> sending M? {
    let checked: TreeKey
    do throws(TreePath.Invalid) { checked = try TreeKey(key) } catch {
      throw TrellisError(.invalid, at: path, error.description, underlying: error)
    }
    return try await find(checked)
  }

  /// The members with some keys, in that order, in one round trip. Keys without a member are left out.
  public func find(_ keys: [TreeKey]) async throws -> sending [M] {
    if keys.isEmpty { return [] }
    let paths = keys.map { path.appending($0) }
    let (nodes, source) = try await database.nodes(paths)
    var models: [M] = []
    models.reserveCapacity(nodes.count)
    for (path, node) in zip(paths, nodes) where node.exists {
      try Schema.of(M.self).requireReadable(node, at: path)
      models.append(M(snapshot: Snapshot(database: database, path: path, node: node, source: source)))
    }
    return models
  }

  /// Whether there is a member with a key. Reads no field.
  public func exists(_ key: TreeKey) async throws -> Bool { try await database.get(path.appending(key)).exists }

  /// A model of which only the key is known; `load()` reads the rest.
  public func keyOnly(_ key: TreeKey) -> sending M { M(snapshot: .keyOnly(path.appending(key), in: database)) }
}

extension ModelCollection where M: Insertable {
  /// Adds a member with the fields that `fill` assigns. See `Insertable.insert(as:in:_:)`.
  @discardableResult
  public func insert(as key: TreeKey? = nil, _ fill: (M) throws -> Void) async throws -> sending M {
    let draft = M(
      snapshot: Snapshot(database: database, path: path.appending(key ?? PushKey.next()), node: .missing, isLoaded: true, source: .none))
    try fill(draft)
    try await draft.commitNew()
    // A fresh instance, so that nothing that `fill` may have kept shares it.
    return M(snapshot: draft.unobservedSnapshot)
  }

  /// Adds a draft. When it fails, it is the draft it was.
  public func insert(_ draft: M, as key: TreeKey? = nil) async throws {
    let before = draft.unobservedSnapshot
    draft.replaceSnapshot(
      Snapshot(database: database, path: path.appending(key ?? PushKey.next()), node: .missing, isLoaded: true, source: .none))
    do {
      try await draft.commitNew()
    } catch {
      draft.replaceSnapshot(before)
      throw error
    }
  }
}

extension ModelBatch {
  /// Adds a member to a collection that lies elsewhere.
  @discardableResult
  public mutating func insert<M: Insertable>(
    into collection: ModelCollection<M>, as key: TreeKey? = nil, _ fill: (M) throws -> Void
  ) throws -> M {
    try requireHome(collection.database, collection.path)
    let draft = M(snapshot: .unbound)
    try fill(draft)
    try insert(draft, at: collection.path.appending(key ?? PushKey.next()))
    return draft
  }
}
