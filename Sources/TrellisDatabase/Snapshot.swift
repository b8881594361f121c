public import TrellisPages
public import TrellisTree

/// What a model holds: a database, a place in it, and what stood there when it was read.
public struct Snapshot: Sendable {
  public let database: Database
  public let path: TreePath
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
    self.database = database
    self.path = path
    self.node = node
    self.isLoaded = isLoaded
    self.source = source
  }

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
