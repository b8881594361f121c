import TestSupport
import Testing
import TrellisDatabase
import TrellisDevices
import TrellisTree

/// Signing out, whatever is in the way.
@Suite(.hangGuard) struct SigningOutTests {
  private let ann = DeviceReference(userID: "ann", deviceID: Stage.id1)

  @Test("a removal that nobody answers is pending when time is up, and made all the same")
  func late() async throws {
    let stage = try await Stage(ticks: false)
    let instance = try await stage.start(stage.d1)
    _ = stage.events()
    instance.setParking(true)
    let signingOut = Task { try await instance.store?.signOut() }
    while !instance.isParked { await Task.yield() }
    await stage.pass(.seconds(10))
    await #expect {
      try await signingOut.value
    } throws: { error in
      if case DeviceStoreError.removalPending(DeviceStoreError.timeout) = error { true } else { false }
    }
    #expect(stage.events() == [.removalPending(ann)])
    instance.setParking(false)
    await stage.world.settle()
    #expect(stage.events() == [.removed(ann)])
    #expect(stage.d1.cache.get("pendingRemovals") == nil)
    #expect(try await stage.record("ann", stage.d1).isNull)
  }

  @Test("marked instead of removed, and what is not there needs no mark")
  func marking() async throws {
    var configuration = DeviceStoreConfiguration()
    configuration.signOutPolicy = .markLoggedOut
    let stage = try await Stage(configuration)
    let instance = try await stage.start(stage.d1)
    try await instance.store?.signOut()
    let record = try await stage.record("ann", stage.d1)
    #expect(
      record["loggedIn"].bool == false && record["fcmToken"].isNull && record["pushProvider"].isNull && record["tokenUpdatedAt"].isNull)
    #expect(try await stage.index() == [])
    try await stage.world.remove("user-devices")
    await stage.world.settle()
    try await instance.store?.signOut()
    #expect(try await stage.world.root.isNull)
    stage.d1.signIn("ann")
    await stage.world.settle()
    #expect(try await stage.record("ann", stage.d1)["loggedIn"].bool == true)
  }

  @Test("held until a new session, or until it is taken back")
  func holding() async throws {
    let stage = try await Stage()
    let instance = try await stage.start(stage.d1)
    try await instance.store?.signOut()
    stage.d1.setToken(PushToken("t2"))
    instance.store?.noteForeground()
    stage.d1.setInfo(DeviceInfo(name: "Other", os: "iOS 17", type: .iOS))
    await stage.world.settle()
    #expect(try await stage.record("ann", stage.d1).isNull)
    stage.d1.kill(instance)
    let next = try await stage.start(stage.d1, "j", token: nil)
    #expect(try await stage.record("ann", stage.d1).isNull, "also in the next run")
    next.store?.resume()
    await stage.world.settle()
    #expect(try await stage.recipients("ann") == ["t2"])
  }

  @Test("signing out where nobody is signed in, or of a store that is not subscribed")
  func unsubscribed() async throws {
    let stage = try await Stage()
    let instance = try stage.launch(stage.d1)
    try await instance.store?.signOut()
    #expect(stage.events() == [])
    let other = try await stage.start(stage.d1, "j")
    stage.d1.kill(other)
    #expect(try await stage.recipients("ann") == ["t1"])
    try await instance.store?.signOut()
    #expect(try await stage.recipients("ann") == [])
    #expect(try await stage.record("ann", stage.d1).isNull)
  }

  @Test("an account that could not be prepared for its end stays registered")
  func accountDeletion() async throws {
    let stage = try await Stage()
    let instance = try await stage.start(stage.d1)
    stage.d1.state.withLock { $0.outcomes = ["permission-denied"] }
    await #expect {
      try await instance.store?.prepareForAccountDeletion()
    } throws: { error in
      if case DeviceStoreError.writeRejected("permission-denied") = error { true } else { false }
    }
    stage.d1.setToken(PushToken("t2"))
    await stage.world.settle()
    #expect(try await stage.recipients("ann") == ["t2"])
    try await instance.store?.prepareForAccountDeletion()
    #expect(try await stage.world.root.isNull)
    _ = stage.events()
    stage.d1.signOut(.accountDeleted)
    await stage.world.settle()
    #expect(stage.events() == [])
  }

  @Test("an account that is gone without a word leaves nothing in the cache")
  func accountGone() async throws {
    let stage = try await Stage()
    try await stage.start(stage.d1)
    _ = stage.events()
    stage.d1.signOut(.accountDeleted)
    await stage.world.settle()
    #expect(stage.events() == [.unexpectedSignOut(userID: "ann", reason: .accountDeleted)])
    #expect(stage.d1.cache.get("registration") == nil)
  }

  @Test("a token whose removal is pending when auth has signed out is made invalid, where that is wanted")
  func deletingToken() async throws {
    var configuration = DeviceStoreConfiguration()
    configuration.deleteTokenOnPendingSignOut = true
    let stage = try await Stage(configuration)
    let instance = try await stage.start(stage.d1)
    stage.d1.setOnline(false)
    await stage.world.settle()
    await #expect(throws: DeviceStoreError.self) { try await instance.store?.signOut() }
    #expect(stage.d1.state.withLock(\.token) != nil)
    stage.d1.signOut(.userInitiated)
    await stage.world.settle()
    #expect(stage.d1.state.withLock(\.token) == nil)
  }

  @Test("of many removals that are pending the newest 32 are kept, for 270 days")
  func pendingRemovals() async throws {
    let stage = try await Stage(ticks: false)
    try await stage.start(stage.d1)
    for number in 1...40 {
      stage.d1.signIn("user-\(number)")
      await stage.world.settle()
    }
    func count() throws -> Int { try Tree(json: stage.d1.cache.get("pendingRemovals") ?? .init()).children.count }
    #expect(try count() == 32)
    await stage.pass(.seconds(271 * 24 * 3600))
    stage.d1.signIn("ann")
    await stage.world.settle()
    #expect(try count() == 1, "only what has just been left")
  }

  @Test("the same user who comes back after a removal that is pending has one record, and the old token is let go of")
  func returning() async throws {
    let stage = try await Stage()
    let instance = try await stage.start(stage.d1)
    stage.d1.setOnline(false)
    await stage.world.settle()
    await #expect(throws: DeviceStoreError.self) { try await instance.store?.signOut() }
    stage.d1.signOut(.userInitiated)
    stage.d1.setToken(PushToken("t2"))
    stage.d1.setOnline(true)
    stage.d1.signIn("ann")
    await stage.world.settle()
    #expect(try await stage.recipients("ann") == ["t2"])
    #expect(try await stage.index().count == 1)
    #expect(stage.d1.cache.get("pendingRemovals") == nil)
  }

  // MARK: Two instances

  @Test("what one instance signs out another does not bring back, whatever it has under way")
  func twoInstances() async throws {
    let stage = try await Stage()
    let one = try await stage.start(stage.d1, "i")
    let two = try await stage.start(stage.d1, "j", token: nil)
    _ = stage.events()
    two.setParking(true)
    stage.d1.setInfo(DeviceInfo(name: "Other", os: "iOS 17", type: .iOS))
    while !two.isParked { await Task.yield() }
    try await one.store?.signOut()
    two.setParking(false)
    await stage.world.settle()
    #expect(try await stage.record("ann", stage.d1).isNull)
    #expect(try await stage.index() == [])
    #expect(!stage.events(of: "j").contains(.removedRemotely(ann)))
  }

  @Test("what one instance writes while the other signs out is taken back")
  func fullWriteWhileSigningOut() async throws {
    let stage = try await Stage()
    let one = try await stage.start(stage.d1, "i")
    let two = try stage.launch(stage.d1, "j")
    two.setParking(true)
    try await two.store?.subscribe()
    while !two.isParked { await Task.yield() }
    try await one.store?.signOut()
    two.setParking(false)
    await stage.world.settle()
    #expect(try await stage.record("ann", stage.d1).isNull)
    #expect(try await stage.index() == [])
  }

  /// An instance that has asked for a removal and ended before it was made.
  private func dieSigningOut(_ instance: SimulatedInstance, on stage: Stage) async {
    instance.setParking(true)
    instance.store?.signOut { _ in }
    while !instance.isParked { await Task.yield() }
    stage.d1.kill(instance)
  }

  @Test("what one instance did not come to remove, the other removes")
  func dyingBesideAnother() async throws {
    let stage = try await Stage()
    let one = try await stage.start(stage.d1, "i")
    let two = try await stage.start(stage.d1, "j", token: nil)
    await dieSigningOut(one, on: stage)
    #expect(try await !stage.record("ann", stage.d1).isNull)
    two.store?.noteForeground()
    await stage.world.settle()
    #expect(try await stage.record("ann", stage.d1).isNull)
    #expect(try await stage.index() == [])
  }

  @Test("also when the other has registered nothing itself in this session")
  func dyingBesideAnotherThatFailed() async throws {
    let stage = try await Stage()
    let one = try await stage.start(stage.d1, "i")
    let two = try await stage.start(stage.d1, "j", token: nil)
    one.setParking(true)
    stage.d1.state.withLock { $0.outcomes = ["disconnected"] }
    stage.d1.signIn("ann")
    await stage.world.settle()
    #expect(stage.events(of: "j").last == .writeFailed(code: "disconnected", retry: true))
    one.store?.signOut { _ in }
    await stage.world.settle()
    stage.d1.kill(one)
    two.store?.noteForeground()
    await stage.pass(.seconds(1))
    #expect(try await stage.record("ann", stage.d1).isNull)
    #expect(try await stage.index() == [])
  }

  // MARK: Crashes

  @Test("what an earlier run did not come to remove is tried until it is gone")
  func removingForAnother() async throws {
    let stage = try await Stage()
    await dieSigningOut(try await stage.start(stage.d1, "i"), on: stage)
    stage.d1.state.withLock { $0.outcomes = ["disconnected", "unavailable"] }
    try await stage.start(stage.d1, "j", token: nil)
    #expect(try await !stage.record("ann", stage.d1).isNull)
    await stage.pass(.seconds(1))
    await stage.pass(.seconds(2))
    #expect(try await stage.record("ann", stage.d1).isNull)
    #expect(try await stage.index() == [])
  }

  /// Ends the process at each call of the database in turn, before and after it, and looks at what the next run makes of it.
  @Test("a process that ends anywhere within registering is repaired by the next", arguments: 0..<8)
  func crashRegistering(at place: Int) async throws {
    let stage = try await Stage()
    stage.d1.setToken(PushToken("t1"))
    stage.d1.signIn("ann")
    let instance = try stage.launch(stage.d1)
    try await crash(instance, at: place, stage) { store in _ = try? await store.subscribe() }
    try await stage.start(stage.d1, "j", token: nil)
    #expect(try await stage.recipients("ann") == ["t1"])
    #expect(try await stage.index().count == 1)
  }

  @Test("a process that ends anywhere within signing out has signed out in the next", arguments: 0..<5)
  func crashSigningOut(at place: Int) async throws {
    let stage = try await Stage()
    let instance = try await stage.start(stage.d1)
    try await crash(instance, at: place, stage) { store in store.signOut { _ in } }
    try await stage.start(stage.d1, "j", token: nil)
    #expect(try await stage.record("ann", stage.d1).isNull)
    #expect(try await stage.recipients("ann") == [])
  }

  private func crash(_ instance: SimulatedInstance, at place: Int, _ stage: Stage, _ body: (DeviceStore) async -> Void) async throws {
    instance.setParking(true)
    if let store = instance.store { await body(store) }
    await stage.world.settle()
    for _ in 0..<place {
      instance.letOneGo()
      await stage.world.settle()
    }
    stage.d1.kill(instance)
    await stage.world.settle()
  }
}
