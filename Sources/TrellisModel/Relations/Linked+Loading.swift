import TrellisDatabase
import TrellisPages
public import TrellisTree

extension Linked {
  /// The linked members, in key order, in one round trip. Links to members that are gone are left out; see `danglingKeys()`.
  ///
  /// What the query that found the owner has included is not read again, until the owner is loaded again.
  public func load() async throws -> sending [Target] {
    let found = try await Target.nodes(keys, in: database, knowing: prefetched)
    var models: [Target] = []
    models.reserveCapacity(keys.count)
    for key in keys {
      let path = Target.collection.appending(key)
      guard let node = found.nodes[path], node.exists else { continue }
      models.append(Target(snapshot: Snapshot(database: database, path: path, node: node, source: found.source)))
    }
    return models
  }

  /// Keys of members that are gone: links that lead nowhere. In one round trip, or none if the query has included the members.
  public func danglingKeys() async throws -> [TreeKey] {
    let found = try await Target.nodes(keys, in: database, knowing: prefetched)
    return keys.filter { found.nodes[Target.collection.appending($0)]?.exists != true }
  }
}

extension Queryable {
  /// What stands at the places of members, each read once, and only those that are not known, in at most one round trip.
  static func nodes(
    _ keys: some Sequence<TreeKey>, in database: Database, knowing prefetched: Prefetched?
  ) async throws -> Prefetched {
    var nodes: [TreePath: TreeSnapshot] = [:]
    var missing: [TreePath] = []
    for path in keys.lazy.map({ collection.appending($0) }) where nodes[path] == nil {
      let known = prefetched?.nodes[path]
      nodes[path] = known ?? .missing
      if known == nil { missing.append(path) }
    }
    guard !missing.isEmpty else { return Prefetched(nodes, prefetched?.source ?? .latest) }
    let schema = Schema.of(Self.self)
    let (found, source) = try await database.nodes(missing)
    for (path, node) in zip(missing, found) {
      try schema.requireReadable(node, at: path)
      nodes[path] = node
    }
    // Of answers that are not equally fresh, all count as the older ones.
    return Prefetched(nodes, (prefetched?.source ?? source) == source ? source : .cached)
  }
}

extension Sequence where Element: Model {
  /// Loads the links of many models together: each member once, all in one round trip, and none that the query has included.
  ///
  /// ```swift
  /// let artists = try await murals.load(\.artists)
  /// for mural in murals { print(mural.artists.keys.compactMap { artists[$0]?.fullName }) }
  /// ```
  /// A key without a member has no model in the result: its link leads nowhere.
  public func load<Target>(_ links: KeyPath<Element, Linked<Target>>) async throws -> sending [TreeKey: Target] {
    try await load { model in
      let linked = model[keyPath: links]
      return (linked.database, linked.keys)
    }
  }

  /// The same for links that carry values.
  public func load<Target, Value>(_ links: KeyPath<Element, ValueLinked<Target, Value>>) async throws -> sending [TreeKey: Target] {
    try await load(links.appending(path: \.links))
  }

  /// The same for fields that link to one member each.
  ///
  /// ```swift
  /// let painters = try await murals.load(\.painter)     // of `@Field("painter") var painter: LinkTo<Artist>?`
  /// ```
  public func load<Target>(_ link: KeyPath<Element, LinkTo<Target>?>) async throws -> sending [TreeKey: Target] {
    try await load { model in (model.unobservedSnapshot.database, model[keyPath: link].map { [$0.key] } ?? []) }
  }

  private func load<Target: Queryable>(
    _ linked: (Element) -> (database: Database, keys: [TreeKey])
  ) async throws -> sending [TreeKey: Target] {
    var keys: [TreeKey] = []
    var seen: Set<TreeKey> = []
    var database: Database?
    var known: [TreePath: TreeSnapshot] = [:]
    var source: Snapshot.Source?
    for model in self {
      let (home, linkedKeys) = linked(model)
      database = database ?? home
      for key in linkedKeys where seen.insert(key).inserted {
        keys.append(key)
        let path = Target.collection.appending(key)
        guard let prefetched = model.whole.prefetched, let node = prefetched.nodes[path] else { continue }
        known[path] = node
        source = (source ?? prefetched.source) == prefetched.source ? prefetched.source : .cached
      }
    }
    guard let database else { return [:] }
    let found = try await Target.nodes(keys, in: database, knowing: source.map { Prefetched(known, $0) })
    var result: [TreeKey: Target] = [:]
    result.reserveCapacity(keys.count)
    for key in keys {
      let path = Target.collection.appending(key)
      guard let node = found.nodes[path], node.exists else { continue }
      result[key] = Target(snapshot: Snapshot(database: database, path: path, node: node, source: found.source))
    }
    return result
  }
}
