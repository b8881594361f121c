public import TrellisPages
public import TrellisTree

/// A typed value below a model's node: a property of models, and the name of that property in queries and writes.
///
/// ```swift
/// class Artist: Model, Queryable {
///   static let collection: TreePath = "artists"
///   @Field("country") var country: String?       // absent reads as nil
///   @Field("likes") var likes = 0                // absent reads as the default
///   @Field("tags") var tags: [String] = []       // absent reads as empty, empty stores nothing
///   @Field("name", .required) var name = ""      // absent is an error when read and when inserted
///   @Field("address/city") var city: String?     // deeper places need no model between
/// }
/// Artist.where(\.$country, equals: "US")
/// ```
/// A field must have a default or be optional. Assigning is local until it is saved; see `PropertyWritable`. It belongs in a
/// subclass of `Model`: elsewhere it does not compile.
///
/// What stands there but is not of the type makes `fetch`, `find` and `load` throw `.typeMismatch` naming field and row.
@propertyWrapper
public struct Field<Output: FieldOutput>: Sendable {
  public enum Presence: Sendable { case optional, required }

  @usableFromInline let place: FieldPath
  @usableFromInline let fallback: Output
  @usableFromInline let keys: KeyStrategy
  let presence: Presence

  /// - Parameter keys: how the keys of dictionaries in it are stored.
  public init(wrappedValue: Output, _ place: FieldPath, _ presence: Presence = .optional, keys: KeyStrategy = .plain) {
    self.place = place
    fallback = wrappedValue
    self.presence = presence
    self.keys = keys
  }

  public init(_ place: FieldPath, _ presence: Presence = .optional, keys: KeyStrategy = .plain) where Output: ExpressibleByNilLiteral {
    self.place = place
    fallback = nil
    self.presence = presence
    self.keys = keys
  }

  /// The same field, below a place.
  init(_ field: Field, below parent: FieldPath) {
    place = FieldPath(parent.path.appending(path: field.path))
    fallback = field.fallback
    presence = field.presence
    keys = field.keys
  }

  /// Where the field is, below its model.
  public var path: TreePath { place.path }

  @available(*, unavailable, message: "@Field belongs in a subclass of Model")
  public var wrappedValue: Output {
    get { preconditionFailure("@Field belongs in a subclass of Model") }
    set { preconditionFailure("@Field belongs in a subclass of Model") }
  }

  /// `\.$name` names the field in queries and writes.
  public var projectedValue: Field { self }

  @inlinable
  public static subscript<Owner: Model>(
    _enclosingInstance owner: Owner,
    wrapped _: ReferenceWritableKeyPath<Owner, Output>,
    storage storage: ReferenceWritableKeyPath<Owner, Field>
  ) -> Output {
    get { owner[owner[keyPath: storage]] }
    set { owner[owner[keyPath: storage]] = newValue }
  }

  /// What the field reads as in a model's node. What is missing, or not of the type, reads as the default; see `Schema`.
  @inlinable
  func output(in node: TreeSnapshot) -> Output {
    stored(in: node) ?? fallback
  }

  @inlinable
  func stored(in node: TreeSnapshot) -> Output? {
    if let deep = place.deep { return Output.output(of: node[path: deep], keys: keys) }
    return Output.output(of: node, at: place.key, keys: keys)
  }
}
