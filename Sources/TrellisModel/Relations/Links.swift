import TrellisDatabase
import TrellisPages
import TrellisTree

/// References to members of another collection, kept as `{ key: true }`.
///
/// ```swift
/// class Mural: Model, Queryable { @Links("artists", inverse: "murals") var artists: Linked<Artist>; … }
/// class Artist: Model, Queryable { var murals: Linked<Mural> { inverse(of: \Mural.$artists) }; … }
/// mural.artists.keys                               // known at once
/// let artists = try await mural.artists.load()     // all of them, one round trip
/// try await mural.artists.add(ana)                 // both maps, one atomic write
/// ```
/// With `inverse` each target keeps a map of its own of who links to it, and every change of a link writes both. Declare a relation
/// on one side only, and the other as `inverse(of:)`: two such properties that name each other's class are a circular reference to
/// the compiler.
///
/// Links that carry more than `true` are `@ValueLinks`; a single link is a field of the type `LinkTo`.
@propertyWrapper
public struct Links<Target: Queryable>: Sendable {
  @usableFromInline let place: FieldPath
  @usableFromInline let inverse: FieldPath?

  /// - Parameter inverse: where each target keeps the keys of the members that link to it. Only for members of a collection: a
  ///   model nested in another has no key that the target could keep.
  @inlinable
  public init(_ place: FieldPath, inverse: FieldPath? = nil) {
    self.place = place
    self.inverse = inverse
  }

  @available(*, unavailable, message: "@Links belongs in a subclass of Model")
  public var wrappedValue: Linked<Target> { preconditionFailure("@Links belongs in a subclass of Model") }

  /// `\.$artists` names the links in queries, batches and on the other side.
  public var projectedValue: Links { self }

  public static subscript<Owner: Model>(
    _enclosingInstance owner: Owner, wrapped _: KeyPath<Owner, Linked<Target>>, storage storage: KeyPath<Owner, Links>
  ) -> Linked<Target> {
    owner.linked(owner[keyPath: storage])
  }

  /// The same links, seen from above a place.
  init(_ links: Links, below parent: FieldPath) {
    place = FieldPath(parent.path.appending(path: links.place.path))
    inverse = links.inverse
  }
}

extension Model {
  final func linked<Target>(_ links: Links<Target>) -> Linked<Target> {
    let here = unobservedSnapshot
    let path = links.place.path
    return Linked(
      database: here.database, path: here.path.appending(path: path), node: visibleNode[path: path], relation: links.relation,
      // A nested model shares its owner's node, and its key is not that of a member.
      ownerKey: owner == nil ? here.path.key : nil, prefetched: whole.prefetched)
  }
}
