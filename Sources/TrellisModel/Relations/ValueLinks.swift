import TrellisDatabase
import TrellisPages
public import TrellisTree

/// References to members of another collection that carry something each, kept as `{ key: value }` beside plain `{ key: true }`.
///
/// ```swift
/// struct Credit: Codable, FieldValue { var role: String; var since: Int? }
/// class Mural: Model, Queryable {
///   @ValueLinks("artists", inverse: "murals") var artists: ValueLinked<Artist, Credit>; …
/// }
/// try await mural.artists.add(ana, Credit(role: "colours", since: 1999))
/// mural.artists["a1"]?.role                        // nil for a plain link
/// ```
/// All else is as for `@Links`. A link that holds something else makes `fetch`, `find` and `load` throw `.typeMismatch`.
@propertyWrapper
public struct ValueLinks<Target: Queryable, Value: FieldValue>: Sendable {
  @usableFromInline let links: Links<Target>

  @inlinable public init(_ place: FieldPath, inverse: FieldPath? = nil) { links = Links(place, inverse: inverse) }

  @available(*, unavailable, message: "@ValueLinks belongs in a subclass of Model")
  public var wrappedValue: ValueLinked<Target, Value> { preconditionFailure("@ValueLinks belongs in a subclass of Model") }

  /// `\.$artists` names the links in queries, batches and on the other side.
  public var projectedValue: Links<Target> { links }

  public static subscript<Owner: Model>(
    _enclosingInstance owner: Owner, wrapped _: KeyPath<Owner, ValueLinked<Target, Value>>, storage storage: KeyPath<Owner, ValueLinks>
  ) -> ValueLinked<Target, Value> {
    let links = owner[keyPath: storage].links
    return ValueLinked(links: owner.linked(links), node: owner.visibleNode[path: links.place.path])
  }
}

/// The links of one model, each with what it carries.
public struct ValueLinked<Target: Queryable, Value: FieldValue>: Sendable {
  /// The same links without what they carry.
  public let links: Linked<Target>
  private let node: TreeSnapshot

  init(links: Linked<Target>, node: TreeSnapshot) {
    self.links = links
    self.node = node
  }

  public var keys: [TreeKey] { links.keys }
  public var count: Int { links.count }
  public var isEmpty: Bool { links.isEmpty }
  public func contains(_ key: TreeKey) -> Bool { links.contains(key) }
  public func contains(_ model: Target) -> Bool { links.contains(model) }

  /// What a link carries; nil for a plain one, and where no link is.
  public subscript(key: TreeKey) -> Value? { Value(field: node[key], keys: .plain) }
  public subscript(model: Target) -> Value? { self[model.key] }

  /// The linked members with what their links carry, in key order, in one round trip. See `Linked.load()`.
  public func load() async throws -> sending [(member: Target, value: Value?)] {
    var result: [(member: Target, value: Value?)] = []
    for member in try await links.load() { result.append((member, self[member.unobservedSnapshot.path.key ?? member.key])) }
    return result
  }

  /// Adds a plain link. One that is there already stays as it is, with what it carries. See `Linked.add(_:)`.
  public func add(_ key: TreeKey) async throws { try await links.add(key) }
  public func add(_ model: Target) async throws { try await links.add(model) }

  /// Adds a link that carries a value, or gives the link that is there another value.
  ///
  /// - Throws: `.invalid` when the value cannot be stored; else as `Linked.add(_:)`.
  public func add(_ key: TreeKey, _ value: Value) async throws { try await links.add(key, carrying: try tree(value, key)) }
  public func add(_ model: Target, _ value: Value) async throws { try await add(try links.key(of: model), value) }

  /// Removes a link with what it carries, and the link back. One that is not there is no error.
  public func remove(_ key: TreeKey) async throws { try await links.remove(key) }
  public func remove(_ model: Target) async throws { try await links.remove(model) }

  func tree(_ value: Value, _ key: TreeKey) throws -> Tree {
    let place = links.path.appending(key)
    let tree: Tree
    do { tree = try value.fieldTree(keys: .plain) } catch let error as EncodingError { throw TrellisError(error, at: place) }
    if tree.isNull || tree.bool == false {
      throw TrellisError(.invalid, at: place, "a link cannot carry \(tree.json()), which is no link; remove it, or add it without a value")
    }
    return tree
  }
}
