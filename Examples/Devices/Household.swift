import Trellis
import TrellisDevices

/// One device with the app on it, and whoever uses it.
final class Household: Sendable {
  let store: DeviceStore
  let auth = SessionAuthProvider()
  private let house: House
  private let messaging: ManualMessagingProvider
  private let connection: Connection

  init(_ name: String, _ title: String, _ type: DeviceType, token: String?, in house: House) throws {
    self.house = house
    messaging = ManualMessagingProvider(permission: .authorized, token: try token.map { try house.token($0) })
    connection = house.database.openConnection()
    let device = FixedDevice(id: "\(name)-01", info: DeviceInfo(name: title, os: "\(type) 17", type: type))
    store = try DeviceStore(
      TreeDeviceDatabase(connection.database), auth: auth, messaging: messaging, deviceInfo: device, cache: InMemoryDeviceCache(),
      uuids: device)
  }

  func signIn(_ uid: String) { auth.signIn(AuthUser(uid: uid)) }

  func rotate(_ token: String) { if let token = try? house.token(token) { messaging.setToken(token) } }

  func loseNetwork() async throws { try await connection.goOffline() }
  func findNetwork() { connection.goOnline() }
}

/// A device that is always the same, so that what is printed is, too. An app takes `LinuxDeviceInfoProvider`, or one of its own.
private struct FixedDevice: DeviceInfoProvider, UUIDSource {
  let id: String
  let info: DeviceInfo

  func current() -> DeviceInfo { info }
  func changes() -> AsyncStream<DeviceInfo> { AsyncStream { _ in } }
  var installationFingerprint: String? { nil }
  func next() -> String { id }
}
