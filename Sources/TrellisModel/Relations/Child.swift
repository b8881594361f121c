import TrellisDatabase
import TrellisPages
import TrellisTree

/// One model nested below this one.
///
/// ```swift
/// class Address: Model { @Field("city") var city: String? }
/// class Artist: Model, Queryable { @Child("address") var address: Address; … }
/// artist.address.city = "Orange"                              // a pending change of the artist
/// Artist.where(\.$address.$city, equals: "Orange")
/// ```
/// It is always there, as a model whose `exists` may be false, and is a part of its owner like the models of `@Children`.
@propertyWrapper
public struct Child<Part: Model>: Sendable {
  @usableFromInline let place: FieldPath

  @inlinable public init(_ place: FieldPath) { self.place = place }

  @available(*, unavailable, message: "@Child belongs in a subclass of Model")
  public var wrappedValue: Part { preconditionFailure("@Child belongs in a subclass of Model") }

  /// `\.$address.$city` names a field of the nested model in queries.
  public var projectedValue: Fields { Fields(place: place) }

  public static subscript<Owner: Model>(
    _enclosingInstance owner: Owner, wrapped _: KeyPath<Owner, Part>, storage storage: KeyPath<Owner, Child>
  ) -> Part {
    owner.part(at: owner[keyPath: storage].place.path)
  }

  /// The fields of the nested model, seen from its owner.
  @dynamicMemberLookup
  public struct Fields: Sendable {
    fileprivate let place: FieldPath

    public subscript<Output>(dynamicMember field: KeyPath<Part, Field<Output>>) -> Field<Output> {
      Field(Part(snapshot: .unbound)[keyPath: field], below: place)
    }

    public subscript<Target>(dynamicMember links: KeyPath<Part, Links<Target>>) -> Links<Target> {
      Links(Part(snapshot: .unbound)[keyPath: links], below: place)
    }

    public subscript<Deeper>(dynamicMember child: KeyPath<Part, Child<Deeper>.Fields>) -> Child<Deeper>.Fields {
      Child<Deeper>.Fields(place: FieldPath(place.path.appending(path: Part(snapshot: .unbound)[keyPath: child].place.path)))
    }
  }
}

/// Nested models of whatever class, as the schema of a model sees them.
protocol AnyParts: Sendable {
  func parts(of owner: Model) -> [Model]
}

extension Child: AnyParts {
  func parts(of owner: Model) -> [Model] {
    let part: Part = owner.part(at: place.path)
    return [part]
  }
}

extension Model {
  /// A model of what stands below this one, which reads and changes through this one.
  final func part<Part: Model>(at path: TreePath) -> Part {
    let part = Part(snapshot: unobservedSnapshot.child(path))
    part.become(path, of: self)
    return part
  }
}
