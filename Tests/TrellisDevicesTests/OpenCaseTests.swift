import TestSupport
import Testing
import TrellisDevices
import TrellisTree

/// What users of earlier device stores have met with: two accounts on one device, and the life of a push token.
@Suite(.hangGuard) struct OpenCaseTests {
  @Test("O-22 A: one signs out, another signs in")
  func signOutAndIn() async throws {
    let stage = try await Stage()
    let instance = try await stage.start(stage.d1)
    try await instance.store?.signOut()
    #expect(try await stage.record("ann", stage.d1).isNull)
    stage.d1.signOut(.userInitiated)
    stage.d1.signIn("bob")
    try await stage.world.settleWithReconciler()
    #expect(try await stage.recipients("ann") == [])
    #expect(try await stage.recipients("bob") == ["t1"])
  }

  @Test("O-22 B: the process is killed, and another signs in")
  func killed() async throws {
    let stage = try await Stage()
    let instance = try await stage.start(stage.d1)
    stage.d1.kill(instance)
    stage.d1.signIn("bob")
    try await stage.start(stage.d1, "j", token: nil)
    #expect(try await stage.recipients("ann") == [], "also before the record goes")
    try await stage.world.settleWithReconciler()
    #expect(try await stage.record("ann", stage.d1).isNull)
    #expect(try await stage.recipients("bob") == ["t1"])
  }

  @Test("O-22 C: one, another, and the first again")
  func backAndForth() async throws {
    let stage = try await Stage()
    try await stage.start(stage.d1)
    for person in ["bob", "ann"] {
      stage.d1.signIn(person)
      try await stage.world.settleWithReconciler()
    }
    #expect(try await stage.recipients("ann") == ["t1"])
    #expect(try await stage.recipients("bob") == [])
    #expect(try await stage.world.root["user-devices"].children.reduce(0) { $0 + $1.value["devices"].children.count } == 1)
  }

  @Test("O-22 D: one signs out while offline; the removal comes before anything of the next")
  func offline() async throws {
    let stage = try await Stage()
    let instance = try await stage.start(stage.d1)
    stage.d1.setOnline(false)
    await stage.world.settle()
    await #expect(throws: DeviceStoreError.self) { try await instance.store?.signOut() }
    stage.d1.setOnline(true)
    await stage.world.settle()
    #expect(try await stage.recipients("ann") == [])
    #expect(try await stage.index() == [])
    stage.d1.signIn("bob")
    try await stage.world.settleWithReconciler()
    #expect(try await stage.recipients("bob") == ["t1"])
    #expect(stage.d1.cache.get("pendingRemovals") == nil)
  }

  @Test("O-23: the life of a push token")
  func token() async throws {
    let stage = try await Stage()
    let instance = try await stage.start(stage.d1, user: nil, token: "t1")
    stage.d1.setToken(PushToken("t2"))
    await stage.world.settle()
    #expect(try await stage.world.root.isNull, "nobody is signed in")
    stage.d1.signIn("ann")
    await stage.world.settle()
    let first = try await stage.record("ann", stage.d1)
    #expect(first["fcmToken"].string == "t2")
    #expect(try await stage.index().count == 1)

    stage.d1.setToken(PushToken("t3"))
    await stage.world.settle()
    let second = try await stage.record("ann", stage.d1)
    #expect(second["fcmToken"].string == "t3" && second["createdAt"] == first["createdAt"])
    let (firstTime, secondTime) = (try #require(first["tokenUpdatedAt"].int), try #require(second["tokenUpdatedAt"].int))
    #expect(secondTime > firstTime)

    let before = try await stage.world.root
    stage.d1.setToken(PushToken("t3"))
    await stage.world.settle()
    #expect(try await stage.world.root == before)

    stage.d1.kill(instance)
    await stage.pass(.seconds(7 * 24 * 3600))
    let later = try await stage.start(stage.d1, "j", token: nil)
    let thirdTime = try #require(try await stage.record("ann", stage.d1)["tokenUpdatedAt"].int)
    #expect(thirdTime > secondTime + 600_000_000)

    try await later.store?.signOut()
    stage.d1.setToken(PushToken("t4"))
    await stage.world.settle()
    #expect(try await stage.record("ann", stage.d1).isNull)
    #expect(try await stage.index() == [])
  }

  @Test("O-23 5: two devices register at the same time")
  func atTheSameTime() async throws {
    let stage = try await Stage()
    let (one, two) = (try await stage.start(stage.d1, user: nil, token: "t1"), try await stage.start(stage.d2, "k", user: nil, token: "t2"))
    for instance in [one, two] { instance.setParking(true) }
    for device in [stage.d1, stage.d2] { device.signIn("ann") }
    await stage.world.settle()
    #expect(one.isParked && two.isParked, "both are about to read")
    for instance in [one, two] { instance.setParking(false) }
    await stage.world.settle()
    #expect(try await stage.recipients("ann").sorted() == ["t1", "t2"])
  }

  @Test("O-23 7: installed anew with the same token")
  func reinstalled() async throws {
    let stage = try await Stage()
    try await stage.start(stage.d2, token: "t2")
    stage.d2.reinstall()
    stage.d2.state.withLock { $0.permission = .authorized }
    try await stage.start(stage.d2, "k", token: "t2")
    #expect(try await stage.recipients("ann") == ["t2"], "one push reaches it once")
    try await stage.world.settleWithReconciler()
    #expect(try await stage.record("ann", stage.d2).isNull)
    #expect(try await stage.world.root["user-devices"]["ann"]["devices"].children.count == 1)
  }
}
