public import TrellisTree

/// Whether somebody is there, and when they were last. See `Presence`; subclass it to keep it elsewhere, or more with it.
///
/// ```swift
/// for try await members in PresenceMember.query().observe() {
///   print(members.filter(\.isOnline).map(\.key))
/// }
/// ```
open class PresenceMember: Model, Queryable {
  open class var collection: TreePath { "presence" }

  @Field("connections") private var connections: [TreeKey: Int64] = [:]
  @Field("seen") private var seen: ServerTime?

  /// Whether a connection of theirs lasts.
  public var isOnline: Bool { !connections.isEmpty }

  /// How many connections they have.
  public var connectionCount: Int { connections.count }

  /// When the last of their connections to end did so; nil when none has.
  public var lastSeen: ServerTime? { seen }
}
