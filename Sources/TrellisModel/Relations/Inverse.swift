import TrellisDatabase
import TrellisPages
import TrellisTree

extension Queryable {
  /// The other side of a relation: who links to this model, by the map that it keeps of them.
  ///
  /// ```swift
  /// class Mural: Model, Queryable { @Links("artists", inverse: "murals") var artists: Linked<Artist>; … }
  /// class Artist: Model, Queryable { var murals: Linked<Mural> { inverse(of: \Mural.$artists) }; … }
  /// try await ana.murals.add(mural)              // the same as mural.artists.add(ana)
  /// ```
  /// Traps when the links are declared without an inverse; `where(_:contains:)` finds who links to it then.
  public func inverse<Owner: Queryable>(of links: KeyPath<Owner, Links<Self>>) -> Linked<Owner> {
    let links = Owner(snapshot: .unbound)[keyPath: links]
    guard let inverse = links.inverse?.path else {
      preconditionFailure("the links at \(links.place.path) keep no inverse; declare them as @Links(\"…\", inverse: \"…\")")
    }
    let relation = Relation(place: inverse, collection: Owner.collection, inverse: links.place.path)
    let here = unobservedSnapshot
    return Linked(
      database: here.database, path: here.path.appending(path: inverse), node: visibleNode[path: inverse], relation: relation,
      ownerKey: owner == nil ? here.path.key : nil, prefetched: whole.prefetched)
  }
}
