public import TrellisPages
public import TrellisTree

/// What a model holds: a database, a place in it, and what stood there when it was read.
public struct Snapshot: Sendable {
  public let database: Database
  // The place: a path and maybe a key below it, so that the rows of a query share the path of their collection.
  private let parent: TreePath
  private let ownKey: TreeKey?
  /// What stood there; nothing when it was not read, or when nothing was there.
  public let node: TreeSnapshot
  /// Whether it was read. What a link names has only a path at first.
  public let isLoaded: Bool
  /// Where what it holds has come from, and so how fresh it is.
  public let source: Source

  public init(database: Database, path: TreePath, node: TreeSnapshot, isLoaded: Bool = true) {
    self.init(database: database, path: path, node: node, isLoaded: isLoaded, source: isLoaded ? .latest : .none)
  }

  public init(database: Database, path: TreePath, node: TreeSnapshot, source: Source) {
    self.init(database: database, path: path, node: node, isLoaded: source != .none, source: source)
  }

  package init(database: Database, path: TreePath, node: TreeSnapshot, isLoaded: Bool, source: Source) {
    self.init(database: database, parent: path, key: nil, node: node, isLoaded: isLoaded, source: source)
  }

  private init(database: Database, parent: TreePath, key: TreeKey?, node: TreeSnapshot, isLoaded: Bool, source: Source) {
    self.database = database
    self.parent = parent
    ownKey = key
    self.node = node
    self.isLoaded = isLoaded
    self.source = source
  }

  /// A member of a collection. Members share its path.
  package init(database: Database, collection: TreePath, key: TreeKey, node: TreeSnapshot, source: Source) {
    self.init(database: database, parent: collection, key: key, node: node, isLoaded: source != .none, source: source)
  }

  /// The place. Takes time in proportion to its length.
  public var path: TreePath { ownKey.map { parent.appending($0) } ?? parent }

  /// The last key of the place; nil at the root.
  public var key: TreeKey? { ownKey ?? parent.key }

  /// A place in a database that has not been read.
  public static func keyOnly(_ path: TreePath, in database: Database) -> Snapshot {
    Snapshot(database: database, path: path, node: .missing, isLoaded: false)
  }

  /// Belongs to no database: for drafts, fixtures and previews.
  public static let unbound = Snapshot(database: .unbound, path: .root, node: .missing, isLoaded: true, source: .none)

  /// A snapshot of what stands below.
  public func child(_ path: TreePath) -> Snapshot {
    Snapshot(database: database, path: self.path.appending(path: path), node: node[path: path], isLoaded: isLoaded, source: source)
  }

  public var exists: Bool { node.exists }

  /// The value as a `Decodable` copy, which may go anywhere.
  ///
  /// ```swift
  /// let card = try artist.snapshot.decode(ArtistCard.self)
  /// ```
  /// - Throws: `.typeMismatch` naming the place.
  public func decode<Value: Decodable>(_ type: Value.Type, keys: KeyStrategy = .plain) throws -> Value {
    do { return try node.decode(type, keys: keys) } catch let error as DecodingError { throw TrellisError(error, at: path) }
  }
}
