import TrellisDatabase
import TrellisDevices
import TrellisPages
import TrellisTree

/// One running store on a device, with everything that it works with.
final class SimulatedInstance: Sendable {
  typealias Recorder = @Sendable (SimulatedInstance, DeviceStoreEvent) -> Void

  let name: String
  unowned let device: SimulatedDevice
  let auth = Feed<AuthEvent>()
  let tokens = Feed<PushToken?>()
  let permissions = Feed<NotificationPermission>()
  let infos = Feed<DeviceInfo>()
  let connection = Feed<Bool>()
  let watches = Feed<Void>()
  private let state = Locked(State())

  private struct State {
    var store: DeviceStore?
    var isDead = false
    var watched: Set<TreePath> = []
    var hasMissed = false
    /// Calls of the database that wait to go on, when they are to.
    var parks = false
    var parked: [CheckedContinuation<Void, Never>] = []
  }

  init(_ name: String, on device: SimulatedDevice, _ record: @escaping Recorder) throws {
    self.name = name
    self.device = device
    var configuration = device.world.configuration
    configuration.tap = { [weak self] event in if let self { record(self, event) } }
    let collaborators = Collaborators(instance: self, device: device)
    let store = try DeviceStore(
      collaborators, auth: collaborators, messaging: collaborators, deviceInfo: collaborators, cache: collaborators,
      configuration: configuration, clock: device.world.clock, uuids: collaborators, random: collaborators)
    state.withLock { $0.store = store }
  }

  var store: DeviceStore? { state.withLock(\.store) }
  var isDead: Bool { state.withLock(\.isDead) }

  /// Nothing of it is flushed, and what it has under way does nothing any more.
  func kill() {
    let (store, parked) = state.withLock { state in
      state.isDead = true
      defer { (state.store, state.parked) = (nil, []) }
      return (state.store, state.parked)
    }
    for waiter in parked { waiter.resume() }
    withExtendedLifetime(store) {}
  }

  /// Whether it has dealt with everything, but for calls that are held up.
  var isQuiet: Bool {
    guard let store else { return true }
    let areFeedsQuiet =
      auth.isQuiet && tokens.isQuiet && permissions.isQuiet && infos.isQuiet && connection.isQuiet && watches.isQuiet
    return areFeedsQuiet && (store.isIdle || state.withLock { !$0.parked.isEmpty })
  }

  // MARK: The network

  func setOnline(_ isOnline: Bool) {
    let isMissed = state.withLock { state in
      guard isOnline else { return false }
      defer { state.hasMissed = false }
      return state.hasMissed
    }
    if isMissed { watches.send(()) }
    connection.send(isOnline)
  }

  func watch(_ path: TreePath) { state.withLock { _ = $0.watched.insert(path) } }

  func tell(of commit: Commit, isOnline: Bool) {
    let isTold = state.withLock { state in
      let isAffected = commit.changes.contains { change in
        state.watched.contains { $0.contains(change.path) || change.path.contains($0) }
      }
      if isAffected, !isOnline { state.hasMissed = true }
      return isAffected && isOnline
    }
    if isTold { watches.send(()) }
  }

  // MARK: Holding calls up

  func setParking(_ parks: Bool) {
    let parked = state.withLock { state in
      state.parks = parks
      defer { if !parks { state.parked = [] } }
      return parks ? [] : state.parked
    }
    device.world.noteActivity()
    for waiter in parked { waiter.resume() }
  }

  /// Lets the first call that is held up go on, to the next place.
  func letOneGo() {
    let waiter = state.withLock { $0.parked.isEmpty ? nil : $0.parked.removeFirst() }
    device.world.noteActivity()
    waiter?.resume()
  }

  var isParked: Bool { state.withLock { !$0.parked.isEmpty } }

  /// A place at which the process may end, or another one come before it.
  func pass() async throws {
    await withCheckedContinuation { waiter in
      let isParked = state.withLock { state in
        guard state.parks, !state.isDead else { return false }
        state.parked.append(waiter)
        return true
      }
      if !isParked { waiter.resume() }
    }
    if isDead { throw TrellisError(.closed, "the process is gone") }
  }
}
