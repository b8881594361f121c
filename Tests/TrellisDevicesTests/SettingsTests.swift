import TestSupport
import Testing
import TrellisDatabase
import TrellisDevices
import TrellisTree

/// Settings of a device: local first, kept in the record, and never lost.
@Suite(.hangGuard) struct SettingsTests {
  @Test("limits: names, sizes, depth; what is refused changes nothing")
  func limits() async throws {
    let stage = try await Stage()
    let settings = try #require(try stage.launch(stage.d1).store?.settings)
    func deep(_ levels: Int) -> Tree { levels == 0 ? 1 : ["x": deep(levels - 1)] }
    for name in ["", "a.b", "a/b", String(repeating: "k", count: 129)] {
      await #expect { try await settings.set(name, 1) } throws: { if case DeviceStoreError.invalidSettingKey = $0 { true } else { false } }
    }
    for value in [Tree.string(String(repeating: "x", count: 4096)), deep(9), .timestamp, ["x": .increment(by: 1)]] {
      await #expect { try await settings.set("k", value) } throws: {
        if case DeviceStoreError.settingsTooLarge = $0 { true } else { false }
      }
    }
    try await settings.set("deep", deep(8))
    for number in 1...4 { try await settings.set("large\(number)", .string(String(repeating: "x", count: 4000))) }
    await #expect { try await settings.set("more", .string(String(repeating: "x", count: 400))) } throws: { error in
      if case DeviceStoreError.settingsTooLarge = error { true } else { false }
    }
    #expect(settings.all.count == 5 && settings.get("more").isNull)
  }

  @Test("what is set offline is there at once, and in the record later, removals too")
  func offline() async throws {
    let stage = try await Stage()
    let settings = try #require(try await stage.start(stage.d1).store?.settings)
    #expect(try await settings.set("sound", "chime"))
    stage.d1.setOnline(false)
    await stage.world.settle()
    #expect(try await settings.set("sound", nil) == false)
    #expect(try await settings.set("badge", true) == false)
    #expect(settings.get("sound").isNull && settings.get("badge").bool == true)
    #expect(try await stage.record("ann", stage.d1)["settings"] == ["sound": "chime"])
    stage.d1.setOnline(true)
    await stage.world.settle()
    #expect(try await stage.record("ann", stage.d1)["settings"] == ["badge": true])
  }

  @Test("what others change in the record arrives, but not over what is still to be written")
  func remote() async throws {
    let stage = try await Stage()
    let settings = try #require(try await stage.start(stage.d1).store?.settings)
    try await settings.set("sound", "chime")
    stage.d1.setOnline(false)
    await stage.world.settle()
    try await settings.set("badge", true)
    let place = try TreePath("user-devices/ann/devices/\(Stage.id1)/settings")
    for (name, value) in [("sound", "bell"), ("badge", "no")] as [(TreeKey, Tree)] {
      stage.world.tell(of: try await stage.world.database.as(.administrator).set(place.appending(name), value))
    }
    _ = stage.events()
    stage.d1.setOnline(true)
    await stage.world.settle()
    #expect(stage.events().contains(.settingsChanged(keys: ["sound"])))
    #expect(settings.get("sound").string == "bell" && settings.get("badge").bool == true)
    #expect(try await stage.record("ann", stage.d1)["settings"] == ["sound": "bell", "badge": true])
    var changes = settings.changes.makeAsyncIterator()
    stage.world.tell(of: try await stage.world.database.as(.administrator).remove(place.appending("sound")))
    #expect(await changes.next() == ["sound"])
    #expect(settings.get("sound").isNull)
  }

  @Test("at sign-in what is stored there wins over what was written before, and not over what is new")
  func signingIn() async throws {
    let stage = try await Stage()
    let settings = try #require(try await stage.start(stage.d1).store?.settings)
    try await settings.set("sound", "chime")
    stage.d1.signOut(.sessionExpired)
    await stage.world.settle()
    let place = try TreePath("user-devices/ann/devices/\(Stage.id1)/settings")
    try await stage.world.database.as(.administrator).update(place, ["sound": "bell", "theme": "dark"])
    try await settings.set("badge", 3)
    stage.d1.signIn("ann")
    await stage.world.settle()
    #expect(settings.all == ["sound": "bell", "theme": "dark", "badge": 3])
    #expect(try await stage.record("ann", stage.d1)["settings"] == ["sound": "bell", "theme": "dark", "badge": 3])
  }

  @Test("of a user on a device they go with the user, and come back with them")
  func perUser() async throws {
    var configuration = DeviceStoreConfiguration()
    configuration.settingsScope = .userDevice
    let stage = try await Stage(configuration)
    let settings = try #require(try await stage.start(stage.d1).store?.settings)
    try await settings.set("sound", "chime")
    stage.d1.signOut(.sessionExpired)
    await stage.world.settle()
    #expect(settings.all.isEmpty)
    stage.d1.signIn("bob")
    await stage.world.settle()
    #expect(settings.all.isEmpty)
    #expect(try await stage.record("bob", stage.d1)["settings"].isNull)
    stage.d1.signIn("ann")
    await stage.world.settle()
    #expect(settings.get("sound").string == "chime")
  }

  @Test("settings of a device stay through signing out and another user")
  func perDevice() async throws {
    let stage = try await Stage()
    let instance = try await stage.start(stage.d1)
    try await instance.store?.settings.set("sound", "chime")
    try await instance.store?.signOut()
    stage.d1.signOut(.userInitiated)
    stage.d1.signIn("bob")
    await stage.world.settle()
    #expect(try await stage.record("bob", stage.d1)["settings"] == ["sound": "chime"])
  }

  @Test("what is set again while it is being written is written again")
  func overtaken() async throws {
    let stage = try await Stage()
    let instance = try await stage.start(stage.d1)
    instance.setParking(true)
    let first = Task { try await instance.store?.settings.set("n", 1) }
    while !instance.isParked { await Task.yield() }
    let second = Task { try await instance.store?.settings.set("n", 2) }
    while instance.store?.settings.get("n").int != 2 { await Task.yield() }
    instance.setParking(false)
    let (isFirstThere, isSecondThere) = (try await first.value, try await second.value)
    #expect(isFirstThere == true && isSecondThere == true)
    #expect(try await stage.record("ann", stage.d1)["settings"] == ["n": 2])
  }

  @Test("what one instance set last stays, although another one's write of what was before arrives later", arguments: [2, nil])
  func overtaking(last: Int64?) async throws {
    let stage = try await Stage()
    let one = try await stage.start(stage.d1, "i")
    let two = try await stage.start(stage.d1, "j", token: nil)
    one.setParking(true)
    let first = Task { try await one.store?.settings.set("n", 1) }
    while !one.isParked { await Task.yield() }
    #expect(try await two.store?.settings.set("n", last.map { .int($0) } ?? nil) == true)
    #expect(try await stage.record("ann", stage.d1)["settings"]["n"].int == last)
    one.setParking(false)
    _ = try await first.value
    await stage.world.settle()
    #expect(try await stage.record("ann", stage.d1)["settings"]["n"].int == last)
    #expect(one.store?.settings.get("n").int == last && two.store?.settings.get("n").int == last)
  }
}
