import TrellisDatabase
import TrellisPages
public import TrellisTree

extension Linked {
  /// Adds a link. One that is there already stays as it is, with what it carries.
  ///
  /// With an inverse the target's map is written with it, all or nothing.
  /// - Throws: `.notFound` when the relation has an inverse and nothing is there to keep it: a link back would make a member of it;
  ///   `.invalid` for a draft, or when the owner of a relation with an inverse is none of a collection; what `Database.write` throws.
  public func add(_ key: TreeKey) async throws { try await add(key, carrying: nil) }
  public func add(_ model: Target) async throws { try await add(try key(of: model)) }

  /// Removes a link, and the link back. One that is not there is no error.
  public func remove(_ key: TreeKey) async throws {
    var places: [TreePath: Tree] = [path.appending(key): .null]
    if let back = try linkBack(from: key) { places[back] = .null }
    try await database.update(.root, places)
  }

  public func remove(_ model: Target) async throws { try await remove(try key(of: model)) }

  /// Adds a link, or gives the link another value. What else stands in the place of a link is kept, since it may be what another
  /// version of the app knows of it.
  func add(_ key: TreeKey, carrying value: Tree?) async throws {
    let back = try linkBack(from: key)
    let (place, target) = (path.appending(key), Target.collection.appending(key))
    let unobserved = database.unobserved
    try await database.retrying(at: place) { attempt in
      // Without an inverse there is mostly nothing yet, which the write itself can see.
      let isKnown = back != nil || (attempt > 1 && value == nil)
      let nodes = isKnown ? try await unobserved.get([place, target]) : [.missing, .missing]
      var write = StagedWrite()
      if let value { write.stage(place, value) } else { write.link(place, over: nodes[0]) }
      if let back, let inverse = relation.inverse, let owner = ownerKey {
        guard nodes[1].exists else {
          throw TrellisError(.notFound, at: target, "there is no such member to link to; insert it first, or both in one batch")
        }
        write.link(back, over: nodes[1][path: inverse][owner])
      }
      if !write.isEmpty { _ = try await unobserved.write(try write.made()) }
    }
  }

  /// Where the target keeps the link back; nil when it keeps none.
  func linkBack(from key: TreeKey) throws -> TreePath? {
    guard let inverse = relation.inverse else { return nil }
    guard let ownerKey else {
      throw TrellisError(
        .invalid, at: path,
        "links with the inverse \(inverse) belong to a member of a collection, whose key the other side keeps; this model is none")
    }
    return relation.linkBack(from: key, to: ownerKey)
  }

  func key(of model: Target) throws -> TreeKey {
    guard let key = model.unobservedSnapshot.path.key else {
      throw TrellisError(.invalid, at: path, "a draft has no key to link to; insert it first")
    }
    return key
  }
}

extension StagedWrite {
  /// Makes a plain link where none is, and keeps the one that is there, if nobody else changes it meanwhile.
  mutating func link(_ place: TreePath, over node: TreeSnapshot) {
    require(.equals(node.tree, at: place))
    if !node.isLink { stage(place, true) }
  }
}
