import TestSupport
import Testing
import TrellisDatabase
import TrellisDevices
import TrellisTree

/// What others do to the record of a device.
@Suite(.hangGuard) struct RemoteTests {
  private let ann = DeviceReference(userID: "ann", deviceID: Stage.id1)

  @Test("signed out from another device it stays out, also after a restart, until a new session")
  func revoked() async throws {
    let stage = try await Stage()
    let one = try await stage.start(stage.d1, "i", token: "t1")
    let two = try await stage.start(stage.d2, "k", token: "t2")
    _ = stage.events()
    try await two.store?.removeDevice(id: Stage.id1)
    await stage.world.settle()
    #expect(stage.events(of: "i") == [.removedRemotely(ann)])
    #expect(try await stage.recipients("ann") == ["t2"])
    #expect(try await stage.index().count == 1, "it has let go of its token")
    stage.d1.setToken(PushToken("t3"))
    await stage.world.settle()
    stage.d1.kill(one)
    try await stage.start(stage.d1, "j", token: nil)
    #expect(stage.events(of: "j") == [.removedRemotely(ann)])
    stage.d1.signIn("ann")
    await stage.world.settle()
    #expect(try await stage.recipients("ann").sorted() == ["t2", "t3"])
  }

  @Test("removed while it was not running, it is out when it starts; taken back, it is in")
  func revokedWhileAway() async throws {
    let stage = try await Stage()
    let one = try await stage.start(stage.d1)
    let two = try await stage.start(stage.d2, "k", token: "t2")
    stage.d1.kill(one)
    try await two.store?.removeDevice(id: Stage.id1)
    let again = try await stage.start(stage.d1, "j", token: nil)
    #expect(try await stage.record("ann", stage.d1).isNull)
    again.store?.resume()
    await stage.world.settle()
    #expect(try await stage.recipients("ann").sorted() == ["t1", "t2"])
  }

  @Test("taken back before anything is known of it, also by a run that ends at once, it is in")
  func resumedAtOnce() async throws {
    let stage = try await Stage()
    let one = try await stage.start(stage.d1)
    let two = try await stage.start(stage.d2, "k", token: "t2")
    stage.d1.kill(one)
    try await two.store?.removeDevice(id: Stage.id1)
    let resumed = try stage.d1.launch("j") { _, _ in }
    resumed.store?.subscribe { _ in }
    resumed.store?.resume()
    stage.d1.kill(resumed)
    try await stage.start(stage.d1, "l", token: nil)
    #expect(try await stage.recipients("ann").sorted() == ["t1", "t2"])
  }

  @Test("taken back by somebody else, it stays out")
  func resumedByAnother() async throws {
    let stage = try await Stage()
    let one = try await stage.start(stage.d1)
    let ann = try #require(stage.d1.user)
    let two = try await stage.start(stage.d2, "k", token: "t2")
    stage.d1.setOnline(false)
    await stage.world.settle()
    try await two.store?.removeDevice(id: Stage.id1)
    stage.d1.signIn("bob")
    await stage.world.settle()
    one.store?.resume()
    stage.d1.signIn(ann)
    stage.d1.setOnline(true)
    await stage.world.settle()
    #expect(try await stage.record("ann", stage.d1).isNull)
  }

  @Test("only other devices with legal ids can be removed")
  func removing() async throws {
    let stage = try await Stage()
    let instance = try await stage.start(stage.d1)
    for id in [Stage.id1, "short", "123456789", "a/b/c/d/e/f"] {
      await #expect { try await instance.store?.removeDevice(id: id) } throws: {
        if case DeviceStoreError.invalidDeviceID = $0 { true } else { false }
      }
    }
    stage.d1.setOnline(false)
    await stage.world.settle()
    await #expect { try await instance.store?.removeDevice(id: Stage.id2) } throws: {
      if case DeviceStoreError.offline = $0 { true } else { false }
    }
  }

  @Test("a record that disappears while it runs is not written again before a new subscription")
  func disappearing() async throws {
    let stage = try await Stage()
    let instance = try await stage.start(stage.d1)
    _ = stage.events()
    try await stage.world.remove(try TreePath("user-devices/ann/devices/\(Stage.id1)"))
    await stage.world.settle()
    #expect(stage.events() == [.removedRemotely(ann)])
    instance.store?.noteForeground()
    stage.d1.setToken(PushToken("t2"))
    await stage.world.settle()
    #expect(try await stage.record("ann", stage.d1).isNull)
    instance.store?.unsubscribe()
    try await instance.store?.subscribe()
    await stage.world.settle()
    #expect(try await stage.recipients("ann") == ["t2"])
  }

  @Test("a record that disappears while there is no network is noticed first, and no stub is written")
  func disappearingOffline() async throws {
    let stage = try await Stage()
    try await stage.start(stage.d1)
    stage.d1.setOnline(false)
    stage.d1.setToken(PushToken("t2"))
    await stage.world.settle()
    try await stage.world.remove(try TreePath("user-devices/ann/devices/\(Stage.id1)"))
    _ = stage.events()
    stage.d1.setOnline(true)
    await stage.world.settle()
    #expect(stage.events() == [.removedRemotely(ann)])
    #expect(try await stage.record("ann", stage.d1).isNull)
  }

  @Test("pruned while it was away, it comes back whole")
  func pruned() async throws {
    let stage = try await Stage(ticks: false)
    let instance = try await stage.start(stage.d1)
    stage.d1.kill(instance)
    await stage.pass(.seconds(271 * 24 * 3600))
    let now = stage.world.clock.milliseconds
    #expect(try await stage.world.serve { try await $0.prune(at: now) } == [ann])
    #expect(try await stage.index() == [])
    try await stage.start(stage.d1, "j", token: nil)
    let record = try await stage.record("ann", stage.d1)
    #expect(record["createdAt"].int == now && record["name"].string == "Phone")
  }

  @Test("a token that was called dead is not confirmed by a sign of life; the next one is written")
  func deadToken() async throws {
    let stage = try await Stage(ticks: false)
    let instance = try await stage.start(stage.d1)
    _ = try await stage.world.serve { try await $0.removeToken(PushToken("t1")) }
    await stage.world.settle()
    _ = stage.events()
    await stage.pass(.seconds(25 * 3600))
    instance.store?.noteForeground()
    await stage.world.settle()
    #expect(stage.events() == [.updated(ann, fields: [])])
    #expect(try await stage.recipients("ann") == [])
    stage.d1.setToken(PushToken("t2"))
    await stage.world.settle()
    #expect(try await stage.recipients("ann") == ["t2"])
  }

  @Test("the last claim of a token wins, whatever the one before still has under way")
  func claims() async throws {
    let stage = try await Stage()
    let one = try await stage.start(stage.d1, user: "ann", token: "t1")
    // The same token on another installation: its owner now is there.
    one.setParking(true)
    stage.d1.setToken(PushToken("t9"))
    while !one.isParked { await Task.yield() }
    try await stage.start(stage.d2, "k", user: "bob", token: "t1")
    one.setParking(false)
    await stage.world.settle()
    #expect(try await stage.recipients("bob") == ["t1"], "letting go of t1 came too late to take it from bob")
    #expect(try await stage.recipients("ann") == ["t9"])
  }

  @Test("a token that comes back right after it was rotated away is kept")
  func claimingAgain() async throws {
    let stage = try await Stage()
    let one = try await stage.start(stage.d1, "i")
    try await stage.start(stage.d1, "j", token: nil)
    one.setParking(true)
    stage.d1.setToken(PushToken("t2"))
    for _ in 0..<6 {
      await stage.world.settle()
      one.letOneGo()
    }
    stage.d1.setToken(PushToken("t1"))
    await stage.world.settle()
    one.setParking(false)
    await stage.world.settle()
    #expect(try await stage.recipients("ann") == ["t1"])
  }
}
