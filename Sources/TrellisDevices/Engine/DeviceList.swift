import TrellisTree

/// Devices as the first version kept them: a list (device store §1.5).
enum DeviceList {
  /// Whether the devices of a user are a list, or were one: their keys are numbers.
  static func isList(_ devices: Tree) -> Bool {
    !devices.children.isEmpty && devices.children.allSatisfy { $0.key.text.utf8.allSatisfy { (48...57).contains($0) } }
  }

  /// The same devices by their ids; nil when that is what they are already. Of two with one id the one seen last stays, of two seen
  /// at the same time the later one.
  static func migrated(_ devices: Tree) -> Tree? {
    guard isList(devices) else { return nil }
    var byID: [TreeKey: Tree] = [:]
    for (_, device) in devices.children {
      guard let id = device["deviceId"].string, DeviceID.isLegal(id), let key = try? TreeKey(id) else { continue }
      let isOlder = byID[key].map { lastSeen(device) < lastSeen($0) } ?? false
      if !isOlder { byID[key] = device }
    }
    return .branch(byID.map { ($0.key, $0.value) })
  }

  private static func lastSeen(_ device: Tree) -> Double { device["lastSeenAt"].double ?? -.infinity }
}
