import TrellisDatabase
import TrellisTree

/// What a `DeviceStore` does: compares what should stand in the database with what is believed to, and writes the difference
/// (device store §5.1).
///
/// Everything that happens changes the state under its lock and pokes the loop. The loop is one task, which lives only while
/// there is something to do, and does one thing at a time: so there is never more than one write under way.
final class DeviceEngine: Sendable {
  let database: any DeviceDatabase
  let auth: any AuthProvider
  let messaging: any MessagingProvider
  let deviceInfo: any DeviceInfoProvider
  let book: CacheBook
  let configuration: DeviceStoreConfiguration
  let paths: DevicePaths
  let clock: any DeviceClock
  let random: any RandomSource
  let deviceID: String
  let deviceKey: TreeKey

  private let state: Locked<EngineState>
  /// Told once somebody can hear it.
  private let reset: Locked<IdentityReset?>

  init(
    database: any DeviceDatabase, auth: any AuthProvider, messaging: any MessagingProvider, deviceInfo: any DeviceInfoProvider,
    cache: any DeviceCache, configuration: DeviceStoreConfiguration, clock: any DeviceClock, uuids: any UUIDSource,
    random: any RandomSource
  ) throws {
    guard Hash.isAvailable else { throw DeviceStoreError.hashingUnavailable }
    paths = try DevicePaths(configuration)
    book = CacheBook(cache)
    let identity = book.identify(deviceInfo, uuids)
    guard DeviceID.isLegal(identity.id), let key = try? TreeKey(identity.id) else { throw DeviceStoreError.invalidDeviceID }
    (deviceID, deviceKey) = (identity.id, key)
    self.database = database
    self.auth = auth
    self.messaging = messaging
    self.deviceInfo = deviceInfo
    self.configuration = configuration
    self.clock = clock
    self.random = random
    state = Locked(EngineState())
    reset = Locked(identity.reset)
  }

  deinit {
    state.withLock { state in
      for listener in state.listeners.values { listener.finish() }
      for listener in state.settingListeners.values { listener.finish() }
      state.timer?.task.cancel()
    }
  }

  func withState<Value>(_ body: (inout EngineState) -> Value) -> Value { state.withLock(body) }

  func complete(_ body: @escaping @Sendable () -> Void) { configuration.completionExecutor(body) }

  /// Tells those who listen, unless the subscription that it is about has ended.
  func tell(_ event: DeviceStoreEvent, in generation: Int) {
    withState { state in
      guard state.generation == generation else { return }
      configuration.tap?(event)
      for listener in state.listeners.values { listener.yield(event) }
      if case .settingsChanged(let keys) = event {
        for listener in state.settingListeners.values { listener.yield(keys) }
      }
    }
  }

  /// What could not be told before anybody was there.
  func tellOfIdentity(in generation: Int) {
    if let reset = reset.withLock({ $0.take() }) { tell(.identityReset(reset), in: generation) }
  }

  func reference(_ session: UserSession) -> DeviceReference { DeviceReference(userID: session.user.uid, deviceID: deviceID) }
}

// MARK: The loop

extension DeviceEngine {
  /// Says that there may be something to do.
  func poke() {
    let isIdle = withState { state in
      state.isPoked = true
      defer { state.isWorking = true }
      return !state.isWorking
    }
    if isIdle { Task { await work() } }
  }

  private func work() async {
    while true {
      withState { $0.isPoked = false }
      if let failure = book.takeFailure() { tell(.cacheUnavailable(reason: "\(failure)"), in: withState(\.generation)) }
      if let step = nextStep() {
        await carryOut(step)
        continue
      }
      answerSettingWaiters(unlessPoked: true)
      if withState({ state in
        if state.isPoked { return false }
        state.isWorking = false
        return true
      }) {
        return setTimer()
      }
    }
  }

  private func carryOut(_ step: Step) async {
    switch step {
    case .register(let session, let generation): await register(session, in: generation)
    case .update(let session, let generation): await update(session, in: generation)
    case .look(let session, let generation): await look(session, in: generation)
    case .remove(let removal): await remove(removal)
    case .release(let registration, let session): await release([registration], as: session.user)
    case .deleteToken: try? await messaging.deleteToken()
    }
  }

  /// Nothing is under way, nothing is waiting to be done, and nothing is due.
  var isIdle: Bool {
    let now = clock.now
    return withState { !$0.isWorking && !$0.isStarting && ($0.deadline.map { $0 > now } ?? true) }
  }

  // MARK: Time

  /// Sees to it that the loop goes on when something is due.
  func setTimer() {
    withState { state in
      guard state.deadline != state.timer?.deadline else { return }
      state.timer?.task.cancel()
      state.timer = nil
      guard let deadline = state.deadline else { return }
      let clock = clock
      state.timer = (
        deadline,
        Task { [weak self] in
          do { try await clock.sleep(until: deadline) } catch { return }
          self?.timeHasCome(deadline)
        }
      )
    }
  }

  private func timeHasCome(_ deadline: Duration) {
    withState { if $0.timer?.deadline == deadline { $0.timer = nil } }
    giveUpWaiting()
    withState { state in
      if let retry = state.retryAt, retry <= deadline { state.retryAt = nil }
    }
    poke()
    setTimer()
  }
}
