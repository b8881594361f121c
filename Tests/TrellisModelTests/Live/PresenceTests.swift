import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase([:]), .hangGuard)
struct PresenceTests {
  private func stored() async throws -> Tree { try await Database.current.get("presence/ana").tree }

  @Test("O-20: a user with two connections is online until both have ended")
  func twoConnections() async throws {
    let (phone, laptop) = (Database.current.openConnection(), Database.current.openConnection())
    _ = try await Presence.enter("ana", on: phone)
    _ = try await Presence.enter("ana", on: laptop)
    let ana = try #require(try await PresenceMember.find("ana"))
    #expect(ana.isOnline && ana.connectionCount == 2 && ana.lastSeen == nil)
    try await phone.goOffline()
    try await ana.load()
    #expect(ana.isOnline && ana.connectionCount == 1 && ana.lastSeen?.milliseconds != nil)
    try await laptop.close()
    try await ana.load()
    #expect(!ana.isOnline && ana.exists)
  }

  @Test("after a time offline it is said again, and taken back again")
  func again() async throws {
    let connection = Database.current.openConnection()
    let presence = try await Presence.enter("ana", on: connection)
    try await connection.goOffline()
    connection.goOnline()
    try await presence.enter()
    #expect(try await PresenceMember.find("ana")?.connectionCount == 1)
    try await connection.close()
    #expect(try await PresenceMember.find("ana")?.isOnline == false)
  }

  @Test("leaving takes it back at once, and leaves nothing for the end")
  func leaving() async throws {
    let connection = Database.current.openConnection()
    let presence = try await Presence.enter("ana", on: connection)
    try await presence.leave()
    #expect(try await PresenceMember.find("ana")?.isOnline == false)
    let before = try await stored()
    try await connection.close()
    #expect(try await stored() == before)
  }

  @Test("at no moment is somebody there whom nothing takes back")
  func order() async throws {
    let connection = Database.current.as(Auth(uid: "ana")).openConnection()
    try await connection.goOffline()
    let entering = Task { try await Presence.enter("ana", on: connection) }
    // The write waits, what is left does not.
    #expect(try await stored().isNull)
    connection.goOnline()
    _ = try await entering.value
    #expect(try await PresenceMember.find("ana")?.isOnline == true)
    try await connection.close()
    #expect(try await PresenceMember.find("ana")?.isOnline == false)
  }

  @Test("who may not say it leaves nothing for the end")
  func refused() async throws {
    struct Closed: AccessPolicy {
      func admit(_ read: ReadRequest) throws {}
      func admit(_ write: WriteRequest) throws { throw TrellisError(.permissionDenied, at: write.changes[0].path, "the room is closed") }
    }
    let database = Database.inMemory(policy: Closed())
    let connection = database.openConnection()
    await expectError(.permissionDenied) { try await Presence.enter("ana", on: connection) }
    try await connection.close()
    #expect(try await database.get("presence").exists == false)
  }
}
