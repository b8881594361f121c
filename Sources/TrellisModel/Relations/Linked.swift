public import TrellisDatabase
import TrellisPages
public import TrellisTree

/// The links of one model: keys of members of another collection, in key order.
///
/// Iterating gives models of which only the key is known, unless the query has included them. Adding and removing writes at once,
/// and shows here after the owner has been loaded again.
///
/// ## Topics
/// - What is linked: `keys`, `count`, `isEmpty`, `contains(_:)`, iterating
/// - Loading: `load()`, `danglingKeys()`
/// - Changing: `add(_:)`, `remove(_:)`
public struct Linked<Target: Queryable>: Sendable {
  /// Where the members are looked up, and where links are written.
  public let database: Database
  public let path: TreePath
  /// The linked keys. A key whose value is `false` is no link.
  public let keys: [TreeKey]

  /// The map of links.
  let node: TreeSnapshot
  let relation: Relation
  /// The key of the member that has the links; nil for drafts and nested models.
  let ownerKey: TreeKey?
  /// What the query that found the owner has included.
  let prefetched: Prefetched?

  init(
    database: Database, path: TreePath, node: TreeSnapshot, relation: Relation, ownerKey: TreeKey?, prefetched: Prefetched?
  ) {
    self.database = database
    self.path = path
    self.node = node
    self.relation = relation
    self.ownerKey = ownerKey
    self.prefetched = prefetched
    keys = node.linkedKeys
  }

  public var count: Int { keys.count }
  public var isEmpty: Bool { keys.isEmpty }
  public func contains(_ key: TreeKey) -> Bool { keys.contains(key) }
  public func contains(_ model: Target) -> Bool { keys.contains(model.key) }
}

extension Linked: Sequence {
  public func makeIterator() -> Iterator { Iterator(keys: keys.makeIterator(), database: database, prefetched: prefetched) }

  public struct Iterator: IteratorProtocol {
    fileprivate var keys: IndexingIterator<[TreeKey]>
    fileprivate let database: Database
    fileprivate let prefetched: Prefetched?

    public mutating func next() -> Target? {
      keys.next().map { key in
        let path = Target.collection.appending(key)
        guard let prefetched, let node = prefetched.nodes[path] else { return Target.keyOnly(key, in: database) }
        return Target(snapshot: Snapshot(database: database, path: path, node: node, source: prefetched.source))
      }
    }
  }
}
