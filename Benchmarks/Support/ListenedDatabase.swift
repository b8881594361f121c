public import TrellisDatabase
import TrellisEngine
public import TrellisTree

/// A database whose listeners are closures, which do nothing: what it costs to find and to call them.
public struct ListenedDatabase {
  public let database: Database
  private let datastore: LocalDatastore

  public init(_ tree: Tree) throws {
    datastore = try LocalDatastore(tree)
    database = Database(datastore)
  }

  public func listen(at path: TreePath) throws {
    // By key, so that no index is looked for.
    datastore.listen(to: try TreeQuery(path).ordered(by: .key)) { _ in }
  }

  /// How many bytes the indexes take.
  public var indexBytes: Int { datastore.indexStatistics.bytes }
}
