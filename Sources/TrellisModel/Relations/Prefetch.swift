import TrellisDatabase
import TrellisPages
import TrellisTree

/// Members that were read together with those that link to them. One for all models of a list.
final class Prefetched: Sendable {
  /// By place; nothing where a link leads nowhere.
  let nodes: [TreePath: TreeSnapshot]
  let source: Snapshot.Source

  init(_ nodes: [TreePath: TreeSnapshot], _ source: Snapshot.Source) {
    self.nodes = nodes
    self.source = source
  }
}

/// A relation whose members a query is to read too.
struct Prefetch: Sendable {
  enum Place: Sendable {
    case map(TreePath)
    case field(TreePath)
  }

  let place: Place
  let target: any Queryable.Type

  /// The members that a node links to.
  func targets(of node: TreeSnapshot) -> [TreePath] {
    let collection = target.collection
    switch place {
    case .map(let path): return node[path: path].linkedKeys.map { collection.appending($0) }
    case .field(let path):
      guard let text = node[path: path].string else { return [] }
      do throws(TreePath.Invalid) { return [collection.appending(try TreeKey(text))] } catch { return [] }
    }
  }
}

extension ModelQuery {
  /// Reads what the links of the members lead to with them: all of it in one more round trip, each member once.
  ///
  /// ```swift
  /// let murals = try await Mural.query().including(\.$artists).fetch()
  /// for mural in murals { print(mural.artists.map(\.fullName)) }         // loaded, without a word to the datastore
  /// ```
  /// May be used for several relations. `observe()`, `changes()` and `LiveQuery` read for each result what has come or changed; what
  /// is linked to is not followed.
  public func including<Target>(_ links: KeyPath<M, Links<Target>>) -> ModelQuery {
    including(Prefetch(place: .map(M(snapshot: .unbound)[keyPath: links].place.path), target: Target.self))
  }

  /// The same for a field that links to one member.
  public func including<Target>(_ link: KeyPath<M, Field<LinkTo<Target>?>>) -> ModelQuery {
    including(Prefetch(place: .field(M(snapshot: .unbound)[keyPath: link].path), target: Target.self))
  }

  private func including(_ prefetch: Prefetch) -> ModelQuery {
    var query = self
    query.prefetches.append(prefetch)
    return query
  }

  /// What the query includes for some rows; nil when it includes nothing.
  func prefetched(for rows: some Sequence<TreeSnapshot>) async throws -> Prefetched? {
    if prefetches.isEmpty { return nil }
    var places: [TreePath] = []
    var schemas: [Schema] = []
    var seen: Set<TreePath> = []
    for row in rows {
      for prefetch in prefetches {
        for path in prefetch.targets(of: row) where seen.insert(path).inserted {
          places.append(path)
          schemas.append(Schema.of(prefetch.target))
        }
      }
    }
    if places.isEmpty { return Prefetched([:], .latest) }
    let (found, source) = try await database.nodes(places)
    var nodes: [TreePath: TreeSnapshot] = [:]
    nodes.reserveCapacity(places.count)
    for (i, node) in found.enumerated() {
      do { try schemas[i].requireReadable(node, at: places[i]) } catch {
        if skipsUnreadable { continue }
        throw error
      }
      nodes[places[i]] = node
    }
    return Prefetched(nodes, source)
  }
}
