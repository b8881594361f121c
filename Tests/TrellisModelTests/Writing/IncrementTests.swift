import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(["murals": ["m1": ["name": "One", "likes": 3]]]), .hangGuard)
struct IncrementTests {
  @Test("adds to what is stored, whatever was read, and shows the sum")
  func adds() async throws {
    let mural = try #require(try await Mural.find("m1"))
    try await Database.current.set("murals/m1/likes", 10)
    #expect(try await mural.increment(\.$likes) == 11)
    #expect(mural.likes == 11 && !mural.hasChanges)
    #expect(try await mural.increment(\.$likes, by: -4) == 7)
    #expect(try await Database.current.json("murals/m1") == #"{"likes":7,"name":"One"}"#)
  }

  @Test("a field that is not there counts as 0; pending changes stay on top")
  func missing() async throws {
    try await Database.current.remove("murals/m1/likes")
    let mural = try #require(try await Mural.find("m1"))
    mural.name = "Mine"
    #expect(try await mural.increment(\.$likes, by: 2) == 2)
    #expect(mural.pendingChanges == ["name": "Mine"] && mural.likes == 2)
  }

  @Test("64 tasks add up")
  func concurrent() async throws {
    let database = Database.current
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          guard let mural = try await Mural.find("m1", in: database) else { return }
          for _ in 0..<10 { try await mural.increment(\.$likes) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await Mural.find("m1")?.likes == 643)
  }

  @Test("a sum that is no value of the field is an error; a draft belongs to no database")
  func errors() async throws {
    let mural = try #require(try await Mural.find("m1"))
    try await Database.current.set("murals/m1/likes", .int(.max))
    await expectError(.typeMismatch, at: "murals/m1/likes") { try await mural.increment(\.$likes) }
    await expectError(.disconnected) { try await Mural().increment(\.$likes) }
  }
}
