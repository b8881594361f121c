import Foundation
import TrellisDatabase
import TrellisDevices
import TrellisPages
import TrellisTree

/// Everything that a store works with, on a simulated device.
struct Collaborators: Sendable {
  weak let instance: SimulatedInstance?
  let device: SimulatedDevice

  init(instance: SimulatedInstance, device: SimulatedDevice) {
    self.instance = instance
    self.device = device
  }

  private var isDead: Bool { instance?.isDead ?? true }

  private func live() throws -> SimulatedInstance {
    guard let instance, !instance.isDead else { throw TrellisError(.closed, "the process is gone") }
    return instance
  }
}

extension Collaborators: AuthProvider, MessagingProvider, DeviceInfoProvider {
  func authEvents() -> AsyncStream<AuthEvent> {
    instance?.auth.stream { device.user.map { .signedIn($0) } ?? .signedOut(.unknown) } ?? AsyncStream { $0.finish() }
  }

  func requestPermission() async -> NotificationPermission {
    device.state.withLock { state in
      state.permission = state.answer
      return state.permission
    }
  }

  func permissionStatus() async -> NotificationPermission { device.state.withLock(\.permission) }
  func permissionChanges() -> AsyncStream<NotificationPermission> {
    instance?.permissions.stream { nil } ?? AsyncStream { $0.finish() }
  }
  func tokens() -> AsyncStream<PushToken?> {
    instance?.tokens.stream { device.state.withLock(\.token) } ?? AsyncStream { $0.finish() }
  }
  func deleteToken() async throws { device.setToken(nil) }

  func current() -> DeviceInfo { device.state.withLock(\.info) }
  func changes() -> AsyncStream<DeviceInfo> { instance?.infos.stream { nil } ?? AsyncStream { $0.finish() } }
  var installationFingerprint: String? { nil }
}

extension Collaborators: DeviceCache {
  func get(_ name: String) throws -> Data? {
    _ = try isDead ? { throw TrellisError(.closed, "the process is gone") }() : ()
    return device.cache.get(name)
  }

  func update(_ name: String, _ change: (Data?) throws -> Data?) throws -> Data? {
    _ = try isDead ? { throw TrellisError(.closed, "the process is gone") }() : ()
    return try device.cache.update(name, change)
  }
}

extension Collaborators: UUIDSource, RandomSource {
  func next() -> String {
    let id = device.state.withLock { state in
      state.ids += 1
      return device.number * 100 + state.ids
    }
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - "\(id)".count) + "\(id)"
  }

  /// No jitter: the longest wait.
  func fraction() -> Double { 1 }
}

extension Collaborators: DeviceDatabase {
  func read(_ path: TreePath, as user: AuthUser) async throws -> TreeSnapshot {
    try await live().pass()
    try reach(as: user)
    let node = try await device.world.database.as(user.auth).get(path)
    try await live().pass()
    return node
  }

  func write(_ write: TreeWrite, as user: AuthUser) async throws -> Commit {
    try await attempt(as: user) {
      try await $0.write(write)
    } commit: {
      $0
    }
  }

  func transaction(
    at path: TreePath, as user: AuthUser, _ body: @Sendable (Tree) throws -> Tree?
  ) async throws -> TransactionResult {
    try await attempt(as: user) {
      try await $0.transaction(path, body)
    } commit: { _ in
      nil
    }
  }

  func changes(at path: TreePath, as user: AuthUser) -> AsyncStream<Void> {
    instance?.watch(path)
    return instance?.watches.stream { () } ?? AsyncStream { $0.finish() }
  }

  func connected() -> AsyncStream<Bool> { instance?.connection.stream { device.isOnline } ?? AsyncStream { $0.finish() } }

  /// The way to the server, for the user who is signed in there.
  private func reach(as user: AuthUser) throws {
    if !device.isOnline { throw TrellisError(.disconnected, "there is no network") }
    if device.user?.uid != user.uid { throw TrellisError(.permissionDenied, "\(user.uid) is not signed in") }
  }

  private func attempt<Value>(
    as user: AuthUser, _ body: (Database) async throws -> Value, commit: (Value) -> Commit?
  ) async throws -> Value {
    try await live().pass()
    try reach(as: user)
    let outcome = device.state.withLock { $0.outcomes.isEmpty ? nil : $0.outcomes.removeFirst() }
    if let outcome { throw Self.error(outcome) }
    let value = try await body(device.world.database.as(user.auth))
    if let commit = commit(value) { device.world.tell(of: commit) } else { device.world.noteActivity() }
    try await live().pass()
    return value
  }

  private static func error(_ code: String) -> TrellisError {
    let words = code.split(separator: "-")
    let name = words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
    return TrellisError(TrellisError.Code(name), "the test says so")
  }
}
