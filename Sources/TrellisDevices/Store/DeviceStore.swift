public import TrellisDatabase
import TrellisModel
import TrellisPages
import TrellisTree

/// Keeps, for every user who signs in on this installation of the app, the record that the user can be reached by, and for the push
/// token its one owner.
///
/// ```swift
/// let store = try DeviceStore(
///   database: database, auth: auth, messaging: messaging, deviceInfo: LinuxDeviceInfoProvider(application: "org.example.murals"),
///   cache: FileDeviceCache(application: "org.example.murals"))
/// try await store.subscribe()
/// // … the user signs in and out, tokens come and go: nothing more to do, but for
/// try await store.signOut()                        // before signing out of the app's own sign-in
/// ```
/// It compares what should stand in the database with what it believes to stand there, and writes the difference: tokens that changed
/// three times while offline are one write, and a restart repairs whatever a crash has left. Nothing is read or written before
/// `subscribe`, and the store ends with its last reference. (Rules: device store §4, §5.)
///
/// ## Topics
/// - Subscribing: `subscribe()`, `unsubscribe()`, `isSubscribed`, `events`
/// - Leaving: `signOut()`, `prepareForAccountDeletion()`, `resume()`
/// - What the app notices: `noteForeground()`, `refreshPermission()`
/// - Devices: `deviceID`, `devices(of:)`, `removeDevice(id:)`
/// - Settings: `settings`
public final class DeviceStore: Sendable {
  private let engine: DeviceEngine
  /// What models of devices belong to.
  private let models: Database?

  /// - Throws: `invalidCollectionPath`; `hashingUnavailable` in a build without SHA-256.
  public convenience init(
    database: Database, auth: any AuthProvider, messaging: any MessagingProvider, deviceInfo: any DeviceInfoProvider,
    cache: any DeviceCache, configuration: DeviceStoreConfiguration = DeviceStoreConfiguration()
  ) throws {
    try self.init(
      TreeDeviceDatabase(database), models: database, auth: auth, messaging: messaging, deviceInfo: deviceInfo, cache: cache,
      configuration: configuration)
  }

  /// With a database, clocks and random numbers of one's own, for tests.
  ///
  /// - Parameter models: what the models of `devices(of:)` belong to; nil when they are only to be read.
  public init(
    _ database: any DeviceDatabase, models: Database? = nil, auth: any AuthProvider, messaging: any MessagingProvider,
    deviceInfo: any DeviceInfoProvider, cache: any DeviceCache, configuration: DeviceStoreConfiguration = DeviceStoreConfiguration(),
    clock: any DeviceClock = SystemDeviceClock(), uuids: any UUIDSource = SystemRandomSource(),
    random: any RandomSource = SystemRandomSource()
  ) throws {
    engine = try DeviceEngine(
      database: database, auth: auth, messaging: messaging, deviceInfo: deviceInfo, cache: cache, configuration: configuration,
      clock: clock, uuids: uuids, random: random)
    self.models = models
  }

  /// As the Firebase device store was made.
  public convenience init(app: DeviceApp) throws {
    try self.init(
      database: app.database, auth: app.auth, messaging: app.messaging, deviceInfo: app.deviceInfo, cache: app.cache,
      configuration: app.configuration)
  }

  public convenience init(app: DeviceApp, collectionPath: String) throws {
    var app = app
    app.configuration.collectionPath = collectionPath
    try self.init(app: app)
  }

  deinit { engine.unsubscribe() }

  /// The id of this installation, whoever is signed in.
  public var deviceID: String { engine.deviceID }

  public var isSubscribed: Bool { engine.withState(\.isActive) }

  /// The settings of this device.
  public var settings: DeviceSettings { DeviceSettings(engine: engine) }

  /// What happens from now on, for each who asks. A slow reader misses all but the newest 256.
  public var events: AsyncStream<DeviceStoreEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(256)) { stream in
      let id = engine.withState { state in
        state.nextListener += 1
        state.listeners[state.nextListener] = stream
        return state.nextListener
      }
      stream.onTermination = { [weak engine] _ in engine?.withState { _ = $0.listeners.removeValue(forKey: id) } }
    }
  }

  /// Whether nothing is under way and nothing is due.
  package var isIdle: Bool { engine.isIdle }
}

// MARK: Subscribing

extension DeviceStore {
  /// Asks for permission if nobody has decided yet, and from then on keeps the device registered for whoever is signed in.
  ///
  /// Subscribed already, it answers at once. While the user is being asked, all who subscribe get that answer.
  ///
  /// - Throws: `permissionDenied` where the configuration requires permission; `unsubscribed` when `unsubscribe()` came first.
  @discardableResult
  public func subscribe() async throws -> SubscriptionResult {
    try await withCheckedThrowingContinuation { waiter in engine.subscribe { waiter.resume(with: $0) } }
  }

  /// The same, as the Firebase device store had it: it tells of denied permission also where the device is registered all the same.
  public func subscribe(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
    let isSubscribed = isSubscribed
    engine.subscribe { result in
      switch result {
      case .success(let result): completion(result.permission.isGranted || isSubscribed ? nil : DeviceStoreError.permissionDenied)
      case .failure(let error): completion(error)
      }
    }
  }

  /// Stops. The record stays, and no event comes any more once this has returned. Doing so twice is fine.
  public func unsubscribe() { engine.unsubscribe() }

  /// Says that the app has come to the foreground: after `heartbeatInterval` without a write it gives a sign of life.
  public func noteForeground() { engine.noteForeground() }

  /// Asks the provider again whether the app may notify, where no `permissionChanges` tells.
  public func refreshPermission() async { engine.received(await engine.messaging.permissionStatus()) }
}

// MARK: Leaving

extension DeviceStore {
  /// Removes the device of the user who is signed in. Call it before signing out of the app's own sign-in: afterwards nobody may.
  ///
  /// Until a new session begins, or `resume()`, nothing is registered any more. When the removal is not possible now, it is made
  /// once it is, if the user is still signed in; the app may sign out all the same.
  ///
  /// - Throws: `removalPending` in that case, at the latest after `signOutTimeout`.
  public func signOut() async throws { try await remove(.signOut) }

  /// The same with a completion, which is called exactly once.
  public func signOut(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
    let engine = engine
    if let session = engine.withState({ $0.isActive ? $0.currentSession : nil }) {
      return engine.requestRemoval(.signOut, session) { completion($0) }
    }
    Task {
      do {
        guard let session = try await engine.presentSession() else { return engine.complete { completion(nil) } }
        engine.requestRemoval(.signOut, session) { completion($0) }
      } catch {
        engine.complete { completion(error) }
      }
    }
  }

  /// Removes everything that the collection has of the user. Call it while they are still signed in, and delete the account only when
  /// it has not thrown.
  ///
  /// - Throws: `offline`, `timeout`, `writeRejected`; then the device stays registered.
  public func prepareForAccountDeletion() async throws { try await remove(.account) }

  /// Registers a user again after `signOut`, `prepareForAccountDeletion`, or a removal by somebody else, without a new session.
  ///
  /// It may be called before anything is known of the user, right after `subscribe`, and is kept for a later run.
  public func resume() { engine.resume() }

  private func remove(_ kind: Removal.Kind) async throws {
    guard let session = try await engine.presentSession() else { return }
    try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
      engine.requestRemoval(kind, session) { error in
        if let error { waiter.resume(throwing: error) } else { waiter.resume() }
      }
    }
  }
}

// MARK: Devices

extension DeviceStore {
  /// The devices of a user, those seen last first.
  ///
  /// - Throws: `invalidUserID`; what the database throws when the user who is signed in may not read them.
  public func devices(of uid: String) async throws -> sending [Device] {
    guard let key = try? TreeKey(uid) else { throw DeviceStoreError.invalidUserID }
    let user = try await engine.presentSession()?.user ?? AuthUser(uid: uid)
    let path = engine.paths.user(key)
    let node = try await engine.database.read(path, as: user)
    return UserDevices(snapshot: Snapshot(database: models?.as(user.auth) ?? .unbound, path: path, node: node)).devices
  }

  /// Signs another device of the user who is signed in out: its record goes, and it will not come back by itself.
  ///
  /// - Throws: `invalidDeviceID`, also for this device, which `signOut` is for; `offline`, `timeout`, `writeRejected`.
  public func removeDevice(id: String) async throws {
    guard DeviceID.isLegal(id), id != deviceID, let key = try? TreeKey(id) else { throw DeviceStoreError.invalidDeviceID }
    try await remove(.other(key))
  }
}
