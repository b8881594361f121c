import TrellisDatabase
import TrellisPages
import TrellisTree

/// Members may be removed from the collection.
public protocol Deletable: CollectionMember {}

extension Deletable {
  /// Deletes the node with everything below it. The model stays as one whose `exists` is false, without pending changes.
  ///
  /// Of links with an inverse the other side is taken back in the same write. Links to it in other models stay; say which are to go
  /// with `delete(unlinking:)`.
  public func delete() async throws { try await delete(taking: []) }

  /// Deletes the node, and the links to it of relations that are declared on the other side, with an inverse on this one.
  ///
  /// ```swift
  /// try await ana.delete(unlinking: \Mural.$artists)      // and no mural names her any more
  /// ```
  /// All in one write, whoever links meanwhile.
  /// - Throws: `.invalid` when the links keep no inverse; `.maxRetries` when others keep changing them; what `Database.write` throws.
  public func delete<each Owner: Queryable>(unlinking links: repeat KeyPath<each Owner, Links<Self>>) async throws {
    var relations: [Relation] = []
    for links in repeat each links { relations.append(try Self.inverse(of: links)) }
    try await delete(taking: relations)
  }

  private static func inverse<Owner: Queryable>(of links: KeyPath<Owner, Links<Self>>) throws -> Relation {
    let links = Owner(snapshot: .unbound)[keyPath: links]
    guard let inverse = links.inverse?.path else {
      throw TrellisError(
        .invalid, at: collection, "the links at \(links.place.path) keep no inverse, so it is not known who links here; declare one")
    }
    return Relation(place: inverse, collection: Owner.collection, inverse: links.place.path)
  }

  private func delete(taking others: [Relation]) async throws {
    let here = unobservedSnapshot
    let relations = owner == nil ? Schema.of(type(of: self)).inverses + others : []
    if relations.isEmpty {
      try await here.database.remove(here.path)
    } else {
      try await here.database.remove(here.path, relations)
    }
    becomeDeleted()
  }
}

extension Database {
  /// Removes a node and the links back to it, as they are at that moment.
  fileprivate func remove(_ path: TreePath, _ relations: [Relation]) async throws {
    let unobserved = unobserved
    let places = relations.map { path.appending(path: $0.place) }
    try await retrying(at: path) { _ in
      var write = StagedWrite()
      for (i, map) in try await unobserved.get(places).enumerated() {
        write.require(.equals(map.tree, at: places[i]))
        for back in relations[i].linksBack(from: map, of: path) { write.stage(back, .null) }
      }
      write.stage(path, .null)
      _ = try await unobserved.write(try write.made())
    }
  }
}

extension Relation {
  /// The links back to a member, from all that its map of links names.
  func linksBack(from map: TreeSnapshot, of member: TreePath) -> [TreePath] {
    guard let owner = member.key else { return [] }
    return map.linkedKeys.compactMap { linkBack(from: $0, to: owner) }
  }
}

extension Model {
  final func becomeDeleted() {
    let here = unobservedSnapshot
    discardChanges()
    replaceSnapshot(Snapshot(database: here.database, path: here.path, node: .missing, source: .written))
  }
}
