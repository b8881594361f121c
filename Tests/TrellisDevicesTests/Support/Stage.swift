import Testing
import TrellisDatabase
import TrellisDevices
import TrellisTree

/// A world with devices for a test, and what their instances tell.
final class Stage: Sendable {
  let world: World
  let d1: SimulatedDevice
  let d2: SimulatedDevice
  private let told = Locked<[(instance: String, event: DeviceStoreEvent)]>([])

  init(_ configuration: DeviceStoreConfiguration = DeviceStoreConfiguration(), ticks: Bool = true) async throws {
    world = try await World(.memory, configuration, at: 1_700_000_000_000, ticks: ticks)
    d1 = SimulatedDevice("d1", number: 1, DeviceInfo(name: "Phone", os: "iOS 17", type: .iOS), in: world)
    d2 = SimulatedDevice("d2", number: 2, DeviceInfo(name: "Tablet", os: "iPadOS 17", type: .iPadOS), in: world)
    for device in [d1, d2] { device.state.withLock { $0.permission = .authorized } }
  }

  static let id1 = "00000000-0000-4000-8000-000000000101"
  static let id2 = "00000000-0000-4000-8000-000000000201"

  func launch(_ device: SimulatedDevice, _ name: String = "i") throws -> SimulatedInstance {
    try device.launch(name) { [told] instance, event in told.withLock { $0.append((instance.name, event)) } }
  }

  /// A running, subscribed instance of a device with a token and a user.
  @discardableResult
  func start(_ device: SimulatedDevice, _ name: String = "i", user: String? = "ann", token: String? = "t1") async throws
    -> SimulatedInstance
  {
    if let token { device.setToken(PushToken(token)) }
    let instance = try launch(device, name)
    try await instance.store?.subscribe()
    await world.settle()
    if let user, device.user == nil { device.signIn(user) }
    await world.settle()
    return instance
  }

  /// What was told since this was last asked.
  func events(of name: String? = nil) -> [DeviceStoreEvent] {
    told.withLock { told in
      let events = told.filter { name == nil || $0.instance == name }.map(\.event)
      told.removeAll { name == nil || $0.instance == name }
      return events
    }
  }

  func record(_ user: String, _ device: SimulatedDevice) async throws -> Tree {
    let id = device === d1 ? Self.id1 : Self.id2
    return try await world.root["user-devices"][try TreeKey(user)]["devices"][try TreeKey(id)]
  }

  func recipients(_ user: String) async throws -> [String] {
    try await world.administration.recipients(of: try TreeKey(user)).map(\.token.value)
  }

  func index() async throws -> [TreeKey] { try await world.root["push-tokens"].children.keys }

  func pass(_ time: Duration) async {
    world.clock.advance(to: world.clock.milliseconds + Int64(time.components.seconds) * 1000)
    await world.settle()
  }
}
