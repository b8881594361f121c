import TrellisDatabase
import TrellisDevices
import TrellisTree

/// One installation of the app: one cache, one user, one token, one network; and the instances that run on it.
final class SimulatedDevice: Sendable {
  struct State {
    var info: DeviceInfo
    var user: AuthUser?
    var token: PushToken?
    var permission = NotificationPermission.notDetermined
    var answer = NotificationPermission.authorized
    var isOnline = true
    /// How the next writes end: an error's code, or nil for what they come to.
    var outcomes: [String?] = []
    var sessions = 0
    var ids = 0
    var instances: [SimulatedInstance] = []
  }

  let name: String
  let number: Int
  let world: World
  let cache = InMemoryDeviceCache()
  let state: Locked<State>

  init(_ name: String, number: Int, _ info: DeviceInfo, in world: World) {
    self.name = name
    self.number = number
    self.world = world
    state = Locked(State(info: info))
    world.add(self)
  }

  var instances: [SimulatedInstance] { state.withLock(\.instances) }
  var user: AuthUser? { state.withLock(\.user) }
  var isOnline: Bool { state.withLock(\.isOnline) }
  var isQuiet: Bool { instances.allSatisfy(\.isQuiet) }

  func launch(_ name: String, _ record: @escaping SimulatedInstance.Recorder) throws -> SimulatedInstance {
    let instance = try SimulatedInstance(name, on: self, record)
    state.withLock { $0.instances.append(instance) }
    return instance
  }

  func kill(_ instance: SimulatedInstance) {
    state.withLock { $0.instances.removeAll { $0 === instance } }
    instance.kill()
  }

  func killAll() { for instance in instances { kill(instance) } }

  func reinstall() {
    killAll()
    cache.removeAll()
    state.withLock { ($0.permission, $0.token, $0.user) = (.notDetermined, nil, nil) }
  }

  func tell(of commit: Commit) { for instance in instances { instance.tell(of: commit, isOnline: isOnline) } }

  // MARK: What happens to it

  func signIn(_ uid: String) {
    let user = state.withLock { state in
      state.sessions += 1
      return AuthUser(uid: uid, sessionID: "\(name)-\(state.sessions)")
    }
    signIn(user)
  }

  /// Goes on with a session.
  func signIn(_ user: AuthUser) {
    state.withLock { $0.user = user }
    for instance in instances { instance.auth.send(.signedIn(user)) }
  }

  func signOut(_ reason: SignOutReason) {
    state.withLock { $0.user = nil }
    for instance in instances { instance.auth.send(.signedOut(reason)) }
  }

  func setToken(_ token: PushToken?) {
    state.withLock { $0.token = token }
    for instance in instances { instance.tokens.send(token) }
  }

  func setPermission(_ permission: NotificationPermission) {
    state.withLock { $0.permission = permission }
    for instance in instances { instance.permissions.send(permission) }
  }

  func setInfo(_ info: DeviceInfo) {
    state.withLock { $0.info = info }
    for instance in instances { instance.infos.send(info) }
  }

  func setOnline(_ isOnline: Bool) {
    state.withLock { $0.isOnline = isOnline }
    for instance in instances { instance.setOnline(isOnline) }
  }
}
