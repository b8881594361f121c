public import TrellisPages
public import TrellisTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
/// A field that had another name reads from there while nothing stands at the new place, and moves when it is assigned:
/// `@Field("name", was: "title")`. Queries look at the new place only; see `Migration` for moving all.
///
/// A time that writes fill in by themselves is `@Field("createdAt", maintained: .onInsert)` or `.onSave`.
///
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
  /// What few fields have.
  @usableFromInline let extra: FieldExtra?

  /// - Parameters:
  ///   - keys: how the keys of dictionaries in it are stored.
  ///   - was: where the field was before, the latest first.
  public init(
    wrappedValue: Output, _ place: FieldPath, _ presence: Presence = .optional, keys: KeyStrategy = .plain, was former: FieldPath...
  ) {
    self.init(place, wrappedValue, presence, keys, former.isEmpty ? nil : FieldExtra(former: former))
  }

  public init(
    _ place: FieldPath, _ presence: Presence = .optional, keys: KeyStrategy = .plain, was former: FieldPath...
  ) where Output: ExpressibleByNilLiteral {
    self.init(place, nil, presence, keys, former.isEmpty ? nil : FieldExtra(former: former))
  }

  init(_ place: FieldPath, formerly former: [FieldPath]) where Output: ExpressibleByNilLiteral {
    self.init(place, nil, .optional, .plain, former.isEmpty ? nil : FieldExtra(former: former))
  }

  /// A time that writes fill in by themselves, unless they assign it.
  public init(_ place: FieldPath, maintained: MaintainedTime) where Output == ServerTime? {
    self.init(place, nil, .optional, .plain, FieldExtra(maintained: maintained))
  }

  public init(_ place: FieldPath, maintained: MaintainedTime) where Output == Date? {
    self.init(place, nil, .optional, .plain, FieldExtra(maintained: maintained))
  }

  /// The same field, below a place.
  init(_ field: Field, below parent: FieldPath) {
    self.init(
      FieldPath(parent.path.appending(path: field.path)), field.fallback, field.presence, field.keys, field.extra?.below(parent))
  }

  private init(_ place: FieldPath, _ fallback: Output, _ presence: Presence, _ keys: KeyStrategy, _ extra: FieldExtra?) {
    self.place = place
    self.fallback = fallback
    self.presence = presence
    self.keys = keys
    self.extra = extra
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
    stored(in: node) ?? (extra == nil ? nil : formerlyStored(in: node)) ?? fallback
  }

  @inlinable
  func stored(in node: TreeSnapshot) -> Output? {
    if let deep = place.deep { return Output.output(of: node[path: deep], keys: keys) }
    return Output.output(of: node, at: place.key, keys: keys)
  }
}
