import Trellis

/// Somebody in the room, with a device: a connection that may break.
struct Participant {
  let key: TreeKey
  private let connection: Connection
  private let presence: Presence

  /// Opens a connection and enters the room.
  static func enter(_ key: TreeKey, _ name: String, _ database: Database) async throws -> Participant {
    let connection = database.as(Auth(uid: key.text)).openConnection()
    try await Member.keyOnly(key, in: connection.database).set(\.$name, to: name)
    let presence = try await Presence.enter(key, on: connection, at: Member.collection)
    return Participant(key: key, connection: connection, presence: presence)
  }

  func say(_ text: String) async throws {
    try await Message.insert(in: connection.database) {
      $0.author = key.text
      $0.text = text
      $0.sentAt = .now
    }
    try await Member.keyOnly(key, in: connection.database).increment(\.$messages)
  }

  func loseNetwork() async throws { try await connection.goOffline() }

  func comeBack() async throws {
    connection.goOnline()
    try await presence.enter()
  }

  func leave() async throws { try await connection.close() }
}
