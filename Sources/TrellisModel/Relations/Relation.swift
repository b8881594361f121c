import TrellisPages
import TrellisTree

/// A relation, seen from one side.
struct Relation: Sendable {
  /// The map of links, below a member of this side.
  let place: TreePath
  /// The members of the other side.
  let collection: TreePath
  /// The map of links back, below a member of the other side, if it keeps one.
  let inverse: TreePath?

  /// Where the member with a key keeps its link back.
  func linkBack(from key: TreeKey, to owner: TreeKey) -> TreePath? {
    inverse.map { collection.appending(key).appending(path: $0).appending(owner) }
  }
}

extension TreeSnapshot {
  /// Whether what stands in a map of links is one. `false` is none.
  var isLink: Bool { exists && bool != false }

  /// The keys of a map of links.
  var linkedKeys: [TreeKey] { children.compactMap { $0.node.isLink ? $0.key : nil } }
}

/// Links of whatever target, as the schema of a model sees them.
protocol AnyLinks: Sendable {
  var relation: Relation { get }
  var carryValues: Bool { get }
  /// The first link below a model's node that holds something else than was declared, and what was declared.
  func unreadableLink(in node: TreeSnapshot) -> (path: TreePath, typeName: String)?
}

extension Links: AnyLinks {
  var relation: Relation { Relation(place: place.path, collection: Target.collection, inverse: inverse?.path) }
  var carryValues: Bool { false }
  func unreadableLink(in node: TreeSnapshot) -> (path: TreePath, typeName: String)? { nil }
}

extension ValueLinks: AnyLinks {
  var relation: Relation { links.relation }
  var carryValues: Bool { true }

  func unreadableLink(in node: TreeSnapshot) -> (path: TreePath, typeName: String)? {
    let place = links.place.path
    let bad = node[path: place].children.first { $0.node.bool == nil && Value(field: $0.node, keys: .plain) == nil }
    return bad.map { (place.appending($0.key), "\(Value.self)") }
  }
}
