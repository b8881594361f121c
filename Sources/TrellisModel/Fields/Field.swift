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

  // Every model makes and keeps its fields, so they are small: a short key as plain words, and one reference for all that is rare. What
  // makes them is inlined, since generic code of another module would look up the type of each.
  @usableFromInline let word0: UInt64
  @usableFromInline let word1: UInt64
  @usableFromInline let word2: UInt64
  @usableFromInline let fallback: Output
  @usableFromInline let presence: Presence
  /// What few fields have. Nil when the field is a child of its model's node, by a short key, and always was.
  @usableFromInline let extra: FieldExtra?

  /// - Parameters:
  ///   - keys: how the keys of dictionaries in it are stored.
  ///   - was: where the field was before, the latest first.
  @inlinable
  public init(
    wrappedValue: Output, _ place: FieldPath, _ presence: Presence = .optional, keys: KeyStrategy = .plain, was former: FieldPath...
  ) {
    self.init(place, wrappedValue, presence, FieldExtra.of(place, keys, former: former))
  }

  @inlinable
  public init(
    _ place: FieldPath, _ presence: Presence = .optional, keys: KeyStrategy = .plain, was former: FieldPath...
  ) where Output: ExpressibleByNilLiteral {
    self.init(place, nil, presence, FieldExtra.of(place, keys, former: former))
  }

  init(_ place: FieldPath, formerly former: [FieldPath]) where Output: ExpressibleByNilLiteral {
    self.init(place, nil, .optional, FieldExtra.of(place, former: former))
  }

  /// A time that writes fill in by themselves, unless they assign it.
  @inlinable
  public init(_ place: FieldPath, maintained: MaintainedTime) where Output == ServerTime? {
    self.init(place, nil, .optional, FieldExtra.of(place, maintained: maintained))
  }

  @inlinable
  public init(_ place: FieldPath, maintained: MaintainedTime) where Output == Date? {
    self.init(place, nil, .optional, FieldExtra.of(place, maintained: maintained))
  }

  /// The same field, below a place.
  init(_ field: Field, below parent: FieldPath) {
    let place = FieldPath(parent.path.appending(path: field.path))
    let extra = FieldExtra.of(
      place, field.keys, former: (field.extra?.former ?? []).map { FieldPath(parent.path.appending(path: $0.path)) },
      maintained: field.maintained)
    self.init(place, field.fallback, field.presence, extra)
  }

  @inlinable
  init(_ place: FieldPath, _ fallback: Output, _ presence: Presence, _ extra: FieldExtra?) {
    (word0, word1, word2) = (place.word0, place.word1, place.word2)
    self.fallback = fallback
    self.presence = presence
    self.extra = extra
  }

  /// Where the field is, below its model.
  public var path: TreePath { extra?.place.path ?? TreePath([shortKey]) }

  /// The key of a field without `extra`.
  @inlinable var shortKey: TreeKey { TreeKey(word0: word0, word1: word1, word2: word2) }

  /// How the keys of dictionaries in it are stored.
  @usableFromInline var keys: KeyStrategy { extra?.keys ?? .plain }

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
    if extra != nil { return rareOutput(in: node) }
    return Output.output(of: node, at: shortKey, keys: .plain) ?? fallback
  }

  @usableFromInline
  func rareOutput(in node: TreeSnapshot) -> Output { stored(in: node) ?? formerlyStored(in: node) ?? fallback }

  func stored(in node: TreeSnapshot) -> Output? {
    guard let extra else { return Output.output(of: node, at: shortKey, keys: .plain) }
    return Output.output(of: node[path: extra.place.path], keys: extra.keys)
  }
}
