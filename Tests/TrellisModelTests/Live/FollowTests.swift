import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree), .hangGuard)
@MainActor
struct FollowTests {
  @Test("a followed model shows the changes of its node, and who observes it is told")
  func shows() async throws {
    let mural = Mural.keyOnly("m1")
    let following = Task { try await mural.follow() }
    await until { mural.isLoaded }
    #expect(mural.name == "Great")
    try await Database.current.set("murals/m1/name", "Greater")
    await until { mural.name == "Greater" }
    try await Database.current.set("murals/m1/address/city", "Tustin")
    await until { mural.address.city == "Tustin" }
    following.cancel()
    try await following.value
  }

  @Test("pending changes stay on top")
  func pending() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.name = "Mine"
    let following = Task { try await mural.follow() }
    try await Database.current.update("murals/m1", ["name": "Theirs", "likes": 9])
    await until { mural.likes == 9 }
    #expect(mural.name == "Mine")
    #expect(mural.snapshot.node["name"].string == "Theirs")
    try await mural.save()
    await until { mural.snapshot.node["name"].string == "Mine" }
    following.cancel()
    try await following.value
  }

  @Test("a node that goes and comes back")
  func deleted() async throws {
    let mural = try #require(try await Mural.find("m1"))
    let following = Task { try await mural.follow() }
    try await Database.current.remove("murals/m1")
    await until { !mural.exists }
    #expect(mural.isLoaded)
    #expect(mural.name == nil)
    try await Database.current.set("murals/m1", ["name": "Again"])
    await until { mural.name == "Again" }
    following.cancel()
    try await following.value
  }

  @Test("cancelling ends it without an error; what is written later does not show")
  func cancelling() async throws {
    let mural = Mural.keyOnly("m1")
    let following = Task { try await mural.follow() }
    await until { mural.isLoaded }
    following.cancel()
    try await following.value
    try await Database.current.set("murals/m1/name", "later")
    #expect(mural.name == "Great")
    try await mural.load()
    #expect(mural.name == "later")
  }

  @Test("cancelled before it began, it ends at once")
  func cancelledBefore() async throws {
    let mural = Mural.keyOnly("m1")
    let following = Task { try await mural.follow() }
    following.cancel()
    try await following.value
    #expect(!mural.isLoaded)
  }

  @Test("what cannot be read ends it with a typed error, and the model stays as it was")
  func unreadable() async throws {
    let mural = Mural.keyOnly("m1")
    let following = Task { try await mural.follow() }
    await until { mural.isLoaded }
    try await Database.current.set("murals/m1/likes", "many")
    await expectError(.typeMismatch, at: "murals/m1/likes") { try await following.value }
    #expect(mural.likes == 3)
  }

  @Test("closing the database ends it with an error")
  func closed() async throws {
    let mural = Mural.keyOnly("m1")
    let following = Task { try await mural.follow() }
    await until { mural.isLoaded }
    try await Database.current.close()
    await expectError(.closed) { try await following.value }
  }

  @Test("who may not read is told so")
  func refused() async throws {
    let database = try Database.inMemory(Sample.tree, policy: MembersOnly())
    await expectError(.permissionDenied) { try await Mural.keyOnly("m1", in: database).follow() }
    await expectError(.disconnected) { try await Mural().follow() }
  }

  @Test("a save of a followed model is seen once it is carried out")
  func saving() async throws {
    let mural = Mural.keyOnly("m1")
    let following = Task { try await mural.follow() }
    await until { mural.isLoaded }
    for likes in 10..<20 {
      mural.likes = likes
      try await mural.save()
      #expect(mural.likes == likes)
    }
    try await Database.current.set("murals/m1/likes", 100)
    await until { mural.likes == 100 }
    following.cancel()
    try await following.value
  }

  @Test("two instances of one node follow it each for itself")
  func twice() async throws {
    let first = Mural.keyOnly("m1")
    let second = Mural.keyOnly("m1")
    let following = [Task { try await first.follow() }, Task { try await second.follow() }]
    await until { first.isLoaded && second.isLoaded }
    try await first.set(\.$name, to: "Greater")
    await until { second.name == "Greater" }
    for task in following { task.cancel() }
    for task in following { try await task.value }
  }
}
