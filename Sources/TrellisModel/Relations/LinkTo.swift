public import TrellisDatabase
public import TrellisPages
public import TrellisTree

/// A field that links to one member of another collection, kept as the text of its key.
///
/// ```swift
/// class Mural: Model, Queryable { @Field("painter") var painter: LinkTo<Artist>?; … }
/// mural.painter = try LinkTo(ana)                          // local, like every field
/// let painter = try await mural.load(\.painter)
/// let hers = try await ana.referrers(by: \Mural.$painter).fetch()
/// ```
/// It is one half of one-to-many: who links to a member is a query by this field, which an index answers.
public struct LinkTo<Target: Queryable>: FieldValue, Hashable, Codable {
  public typealias Stored = LinkTo

  public let key: TreeKey

  public init(_ key: TreeKey) { self.key = key }

  /// - Throws: `.invalid` for a draft, which has no key yet.
  public init(_ model: Target) throws {
    guard let key = model.unobservedSnapshot.path.key else {
      throw TrellisError(.invalid, "a draft has no key to link to; insert it first")
    }
    self.key = key
  }

  /// The member; nil when it is gone.
  public func load(in database: Database = .current) async throws -> sending Target? { try await Target.find(key, in: database) }

  public init?(field node: TreeSnapshot, keys: KeyStrategy) {
    guard let text = node.string else { return nil }
    do throws(TreePath.Invalid) { key = try TreeKey(text) } catch { return nil }
  }

  public func fieldTree(keys: KeyStrategy) -> Tree { .string(key.text) }

  public init(from decoder: any Decoder) throws { key = try TreeKey(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try key.encode(to: encoder) }
}

extension Queryable {
  /// The member that a field links to, in one round trip, or none if the query has included it; nil when the field is empty or the
  /// member is gone.
  public func load<Target>(_ link: KeyPath<Self, LinkTo<Target>?>) async throws -> sending Target? {
    guard let key = self[keyPath: link]?.key else { return nil }
    let (database, known) = (unobservedSnapshot.database, prefetched)
    let path = Target.collection.appending(key)
    let found = try await Target.nodes([key], in: database, knowing: known)
    guard let node = found.nodes[path], node.exists else { return nil }
    return Target(snapshot: Snapshot(database: database, path: path, node: node, source: found.source))
  }

  /// The members of another collection whose field links to this one.
  ///
  /// ```swift
  /// let hers = try await ana.referrers(by: \Mural.$painter).first(10).fetch()
  /// ```
  public func referrers<Owner: Queryable>(by field: KeyPath<Owner, Field<LinkTo<Self>?>>) -> ModelQuery<Owner> {
    let here = unobservedSnapshot
    return Owner.where(field, equals: LinkTo<Self>(key), in: here.database)
  }
}
