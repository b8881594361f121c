public import TrellisDatabase
import TrellisPages
public import TrellisTree

/// References to members of another collection, kept as `{ key: true }`.
///
/// ```swift
/// class Mural: Model, Queryable { @Links("artists") var artists: Linked<Artist>; … }
/// mural.artists.keys                               // known at once
/// let artists = try await mural.artists.load()     // all of them, one round trip
/// try await mural.artists.add(ana)
/// ```
/// Declare a relation on one side only: a cycle of such properties is a circular reference to the compiler.
@propertyWrapper
public struct Links<Target: Queryable>: Sendable {
  private let place: FieldPath

  public init(_ place: FieldPath) { self.place = place }

  @available(*, unavailable, message: "@Links belongs in a subclass of Model")
  public var wrappedValue: Linked<Target> { preconditionFailure("@Links belongs in a subclass of Model") }

  public var projectedValue: Links { self }

  public static subscript<Owner: Model>(
    _enclosingInstance owner: Owner, wrapped _: KeyPath<Owner, Linked<Target>>, storage storage: KeyPath<Owner, Links>
  ) -> Linked<Target> {
    let path = owner[keyPath: storage].place.path
    let here = owner.unobservedSnapshot
    return Linked(database: here.database, path: here.path.appending(path: path), node: owner.visibleNode[path: path])
  }
}

/// The links of one model: keys of members of another collection, in key order.
///
/// Iterating gives models of which only the key is known. Adding and removing writes at once, and shows here after the
/// owner has been loaded again.
public struct Linked<Target: Queryable>: Sendable {
  /// Where the members are looked up, and where links are written.
  public let database: Database
  public let path: TreePath
  /// The linked keys. A key whose value is `false` is no link.
  public let keys: [TreeKey]

  init(database: Database, path: TreePath, node: TreeSnapshot) {
    self.database = database
    self.path = path
    keys = node.children.compactMap { $0.node.bool == false ? nil : $0.key }
  }

  public var count: Int { keys.count }
  public var isEmpty: Bool { keys.isEmpty }
  public func contains(_ key: TreeKey) -> Bool { keys.contains(key) }
  public func contains(_ model: Target) -> Bool { keys.contains(model.key) }

  /// The linked members, in key order, in one round trip. Links to members that are gone are left out.
  public func load() async throws -> sending [Target] { try await Target.find(keys, in: database) }

  /// Adds a link. One that is there already is no error.
  public func add(_ key: TreeKey) async throws { try await database.set(path.appending(key), true) }
  public func add(_ model: Target) async throws { try await add(try key(of: model)) }

  /// Removes a link. One that is not there is no error.
  public func remove(_ key: TreeKey) async throws { try await database.remove(path.appending(key)) }
  public func remove(_ model: Target) async throws { try await remove(try key(of: model)) }

  private func key(of model: Target) throws -> TreeKey {
    guard model.unobservedSnapshot.path.key != nil else {
      throw TrellisError(.invalid, at: path, "a draft has no key to link to; insert it first")
    }
    return model.key
  }
}

extension Linked: Sequence {
  public func makeIterator() -> Iterator { Iterator(keys: keys.makeIterator(), database: database) }

  public struct Iterator: IteratorProtocol {
    fileprivate var keys: IndexingIterator<[TreeKey]>
    fileprivate let database: Database

    public mutating func next() -> Target? { keys.next().map { Target.keyOnly($0, in: database) } }
  }
}

extension Sequence where Element: Model {
  /// Loads the links of many models together: each member once, all in one round trip.
  ///
  /// ```swift
  /// let artists = try await murals.load(\.artists)
  /// for mural in murals { print(mural.artists.keys.compactMap { artists[$0]?.fullName }) }
  /// ```
  public func load<Target>(_ links: KeyPath<Element, Linked<Target>>) async throws -> sending [TreeKey: Target] {
    var keys: [TreeKey] = []
    var seen: Set<TreeKey> = []
    var database: Database?
    for model in self {
      let linked = model[keyPath: links]
      database = database ?? linked.database
      for key in linked.keys where seen.insert(key).inserted { keys.append(key) }
    }
    guard let database else { return [:] }
    var result: [TreeKey: Target] = [:]
    for target in try await Target.find(keys, in: database) { result[target.key] = target }
    return result
  }
}
