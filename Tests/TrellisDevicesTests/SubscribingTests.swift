import TestSupport
import Testing
import TrellisDatabase
import TrellisDevices
import TrellisTree

/// Subscribing, and what is written when.
@Suite(.hangGuard) struct SubscribingTests {
  /// A user who takes their time to answer.
  private final class Prompt: Sendable {
    let waiting = Locked<[CheckedContinuation<NotificationPermission, Never>]>([])
    let asked = Locked(0)

    func ask() async -> NotificationPermission {
      asked.withLock { $0 += 1 }
      return await withCheckedContinuation { waiter in waiting.withLock { $0.append(waiter) } }
    }

    func answer(_ permission: NotificationPermission) async {
      while waiting.withLock({ $0.isEmpty }) { await Task.yield() }
      for waiter in waiting.withLock({ waiting in
        defer { waiting = [] }
        return waiting
      }) { waiter.resume(returning: permission) }
    }
  }

  private func store(_ messaging: any MessagingProvider, _ database: Database = .inMemory()) throws -> DeviceStore {
    try DeviceStore(
      database: database, auth: StaticAuthProvider(AuthUser(uid: "ann")), messaging: messaging,
      deviceInfo: LinuxDeviceInfoProvider(application: "test"), cache: InMemoryDeviceCache())
  }

  @Test("all who subscribe while the user is asked get that answer, and the user is asked once")
  func joining() async throws {
    let prompt = Prompt()
    let store = try store(ManualMessagingProvider { await prompt.ask() })
    async let first = store.subscribe()
    async let second = store.subscribe()
    await prompt.answer(.provisional)
    #expect(try await first.permission == .provisional)
    #expect(try await second.permission == .provisional)
    #expect(prompt.asked.withLock(\.self) == 1)
    #expect(store.isSubscribed)
    #expect(try await store.subscribe().permission == .provisional)
  }

  /// Whatever is read of it has changed by the time that it is answered.
  private final class Restless: DeviceInfoProvider, MessagingProvider {
    private let infos = Feed<DeviceInfo>()
    private let permissions = Feed<NotificationPermission>()
    private let reads = Locked((infos: 0, permissions: 0))

    private static func info(_ version: Int) -> DeviceInfo {
      DeviceInfo(name: "Phone", os: "iOS 17", type: .iOS, appVersion: "1.\(version)")
    }

    func current() -> DeviceInfo {
      let version = reads.withLock { reads in
        reads.infos += 1
        return reads.infos
      }
      infos.send(Self.info(version))
      return Self.info(version - 1)
    }
    func changes() -> AsyncStream<DeviceInfo> { infos.stream { nil } }
    var installationFingerprint: String? { nil }

    func permissionStatus() async -> NotificationPermission {
      let isFirst = reads.withLock { reads in
        reads.permissions += 1
        return reads.permissions == 1
      }
      permissions.send(.denied)
      return isFirst ? .authorized : .denied
    }
    func requestPermission() async -> NotificationPermission { .authorized }
    func permissionChanges() -> AsyncStream<NotificationPermission> { permissions.stream { nil } }
    func tokens() -> AsyncStream<PushToken?> { AsyncStream { $0.yield(nil) } }
    func deleteToken() async throws {}

    var isQuiet: Bool { infos.isQuiet && permissions.isQuiet }
  }

  @Test("what changes while it is read is not lost")
  func changingWhileRead() async throws {
    let (restless, database) = (Restless(), Database.inMemory())
    let store = try DeviceStore(
      database: database, auth: StaticAuthProvider(AuthUser(uid: "ann")), messaging: restless, deviceInfo: restless,
      cache: InMemoryDeviceCache())
    try await store.subscribe()
    let place = try TreePath("user-devices/ann/devices/\(store.deviceID)")
    while try await !database.get(place).exists || !restless.isQuiet || !store.isIdle { await Task.yield() }
    let record = try await database.get(place)
    #expect(record["appVersion"].string == "1.1")
    #expect(record["notificationPermission"].string == "denied")
  }

  @Test("who unsubscribes while the user is asked is told so, and a late answer does nothing")
  func leaving() async throws {
    let prompt = Prompt()
    let store = try store(ManualMessagingProvider { await prompt.ask() })
    let subscribing = Task { try await store.subscribe() }
    while prompt.asked.withLock(\.self) == 0 { await Task.yield() }
    store.unsubscribe()
    store.unsubscribe()
    await #expect { try await subscribing.value } throws: { if case DeviceStoreError.unsubscribed = $0 { true } else { false } }
    await prompt.answer(.authorized)
    while !store.isIdle { await Task.yield() }
    #expect(!store.isSubscribed)
  }

  @Test("denied: registered or not, as the configuration says", arguments: [true, false])
  func denied(isRequired: Bool) async throws {
    var configuration = DeviceStoreConfiguration()
    if isRequired { configuration.permissionPolicy = .requirePermission }
    let stage = try await Stage(configuration)
    stage.d1.state.withLock { $0.permission = .denied }
    stage.d1.signIn("ann")
    let instance = try stage.launch(stage.d1)
    if isRequired {
      await #expect { try await instance.store?.subscribe() } throws: {
        if case DeviceStoreError.permissionDenied = $0 { true } else { false }
      }
    } else {
      #expect(try await instance.store?.subscribe().permission == .denied)
    }
    await stage.world.settle()
    #expect(try await stage.record("ann", stage.d1).isNull == isRequired)
  }

  @Test("making a store reads nothing from the database, and writes nothing")
  func nothingBefore() async throws {
    let counter = Counter()
    let database = Database.inMemory().with(instrument: counter)
    let store = try store(NoMessagingProvider(), database)
    while !store.isIdle { await Task.yield() }
    #expect(counter.count.withLock(\.self) == 0)
    #expect(store.deviceID.count == 36 && store.deviceID == store.deviceID.lowercased())
  }

  private final class Counter: Instrument {
    let count = Locked(0)
    func record(_ event: InstrumentEvent) { count.withLock { $0 += 1 } }
  }

  @Test("paths that are none are refused", arguments: ["", "/", "a.b", "a/$b", ".info"])
  func paths(path: String) {
    var configuration = DeviceStoreConfiguration()
    configuration.collectionPath = path
    #expect(throws: DeviceStoreError.self) { try DeviceAdministration(.inMemory(), configuration: configuration) }
  }

  @Test("a user whose id is no key is not registered, and that is told")
  func illegalUser() async throws {
    let stage = try await Stage()
    try await stage.start(stage.d1, user: "a.b")
    #expect(stage.events() == [.writeFailed(code: "invalid-user-id", retry: false)])
    #expect(try await stage.world.root.isNull)
    stage.d1.signIn("ann")
    await stage.world.settle()
    #expect(try await stage.recipients("ann") == ["t1"])
  }

  @Test("no event comes after unsubscribe, though what is under way is written")
  func silence() async throws {
    let stage = try await Stage()
    let instance = try await stage.start(stage.d1, user: nil)
    instance.setParking(true)
    stage.d1.signIn("ann")
    await stage.world.settle()
    instance.store?.unsubscribe()
    instance.setParking(false)
    await stage.world.settle()
    #expect(stage.events() == [])
  }

  @Test("a store that nobody has any more lets go of everything")
  func lifetime() async throws {
    weak var gone: DeviceStore?
    let messaging = ManualMessagingProvider(permission: .authorized)
    do {
      let store = try store(messaging)
      try await store.subscribe()
      gone = store
      #expect(gone != nil)
    }
    #expect(gone == nil)
  }

  @Test("the clock of a device is never stored: only the database's times are")
  func clocks() async throws {
    let stage = try await Stage(ticks: false)
    try await stage.start(stage.d1)
    #expect(try await stage.record("ann", stage.d1)["lastSeenAt"].int == 1_700_000_000_000)
  }

  @Test("after a day without a write the foreground is worth one, and not before")
  func heartbeat() async throws {
    let stage = try await Stage(ticks: false)
    let instance = try await stage.start(stage.d1)
    _ = stage.events()
    await stage.pass(.seconds(23 * 3600))
    instance.store?.noteForeground()
    await stage.world.settle()
    #expect(stage.events() == [])
    await stage.pass(.seconds(3600))
    instance.store?.noteForeground()
    await stage.world.settle()
    #expect(stage.events() == [.updated(DeviceReference(userID: "ann", deviceID: Stage.id1), fields: [])])
    let record = try await stage.record("ann", stage.d1)
    #expect(record["lastSeenAt"].int == 1_700_086_400_000 && record["tokenUpdatedAt"] == record["lastSeenAt"])
  }

  @Test("a transient failure is tried again ever later, a final one when something else happens")
  func failures() async throws {
    let stage = try await Stage(ticks: false)
    stage.d1.state.withLock { $0.outcomes = ["unavailable", "timeout", "permission-denied"] }
    try await stage.start(stage.d1)
    #expect(stage.events() == [.writeFailed(code: "unavailable", retry: true)])
    await stage.pass(.seconds(1))
    #expect(stage.events() == [.writeFailed(code: "timeout", retry: true)])
    await stage.pass(.seconds(1))
    #expect(stage.events() == [])
    await stage.pass(.seconds(1))
    #expect(stage.events() == [.writeFailed(code: "permission-denied", retry: false)])
    await stage.pass(.seconds(100_000))
    #expect(stage.events() == [])
    stage.d1.setInfo(DeviceInfo(name: "Other", os: "iOS 17", type: .iOS))
    await stage.world.settle()
    #expect(stage.events() == [.registered(DeviceReference(userID: "ann", deviceID: Stage.id1))])
  }

  @Test("names are trimmed, cut where they are too long, and never empty")
  func fields() async throws {
    let stage = try await Stage()
    stage.d1.setInfo(DeviceInfo(name: " \n ", os: String(repeating: "👩‍👩‍👧‍👦", count: 40), type: .other, locale: "  "))
    try await stage.start(stage.d1)
    let record = try await stage.record("ann", stage.d1)
    #expect(record["name"].string == "Unknown" && record["locale"].isNull)
    #expect(record["os"].string?.utf16.count == 121, "11 units for each, of which 128 are allowed")
  }
}
