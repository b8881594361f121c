// Devices are subclassed, and the store is used, without a single annotation.
import Trellis
import TrellisDevices

class AppDevice: Device {
  @Field("batteryLevel") var batteryLevel: Double?
}

class Members: UserDevices {
  override class var collection: TreePath { "members" }
  @Children("devices") var appDevices: [AppDevice]
}

func charged(_ user: TreeKey) async throws -> [String] {
  let members = try await Members.from(key: user)
  return members.appDevices.filter { ($0.batteryLevel ?? 0) > 0.5 }.compactMap(\.name)
}

func leave(_ store: DeviceStore) async throws {
  try await store.subscribe()
  let others = try await store.devices(of: "ann")
  for device in others where device.deviceId != store.deviceID { try await store.removeDevice(id: device.key.text) }
  try await store.settings.set("sound", "chime")
  store.signOut { error in print(error ?? "done") }
}

func follow(_ store: DeviceStore) async {
  for await event in store.events {
    if case .removedRemotely(let device) = event { print(device) }
  }
}
