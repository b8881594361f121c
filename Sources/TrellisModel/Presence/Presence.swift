public import TrellisDatabase
public import TrellisTree

/// Says that a user is there, for as long as a connection lasts.
///
/// ```swift
/// let connection = database.as(Auth(uid: "ana")).openConnection()
/// let presence = try await Presence.enter("ana", on: connection)
/// // … others see Member.find("ana")?.isOnline
/// try await presence.leave()
/// ```
/// What is left for the connection's end is there before the user is said to be: nobody is ever online without something that
/// takes it back. Each connection counts on its own, so a user with two of them is online until both have ended. The data:
/// `<key>/connections/<connection>: time` for each connection, and `<key>/seen: time` from when the last one ended.
public struct Presence: Sendable {
  private let connection: Connection
  private let path: TreePath
  private let id: TreeKey

  /// Says that a user is there.
  ///
  /// - Parameters:
  ///   - key: who: the key of a `PresenceMember`.
  ///   - connection: how long.
  ///   - collection: where it is said.
  /// - Throws: what `OnDisconnect.set` and `Database.set` throw; then nothing is said.
  public static func enter(
    _ key: TreeKey, on connection: Connection, at collection: TreePath = PresenceMember.collection
  ) async throws -> Presence {
    let presence = Presence(connection: connection, path: collection.appending(key), id: PushKey.next())
    try await presence.enter()
    return presence
  }

  private var place: TreePath { path.appending("connections").appending(id) }

  /// What is written when they are gone, by whatever way.
  private var end: [TreePath: Tree] { ["seen": .timestamp, TreePath(["connections", id]): .null] }

  /// Says it again, after the connection was offline.
  public func enter() async throws {
    try await connection.onDisconnect.update(path, end)
    do { try await connection.database.set(place, .timestamp) } catch {
      try await cancelEnd()
      throw error
    }
  }

  /// Takes it back at once.
  public func leave() async throws {
    try await connection.database.update(path, end)
    try await cancelEnd()
  }

  private func cancelEnd() async throws {
    try await connection.onDisconnect.cancel(place)
    try await connection.onDisconnect.cancel(path.appending("seen"))
  }
}
