import TrellisTree

/// What an installation says about itself in a call.
struct InstallationInfo {
  let deviceID: String?
  /// Its fields as a record has them, absent ones as null.
  let fields: [(TreeKey, Tree)]
  let settings: [(TreeKey, Tree)]

  private static let texts: [(name: String, most: Int, isRequired: Bool)] = [
    ("name", 256, true), ("os", 128, true), ("type", 32, true), ("appVersion", 64, false), ("osVersion", 64, false), ("locale", 35, false),
    ("timezone", 64, false), ("userAgent", 512, false),
  ]

  init(_ request: Tree) throws {
    let device = request["device"]
    guard !device.children.isEmpty else { throw CallRefusal.invalid("device", "it is missing") }
    deviceID = try Self.text(device, "deviceId", 64, isRequired: false)
    if let deviceID, !DeviceID.isLegal(deviceID) {
      throw CallRefusal.invalid("device.deviceId", "an id has 8 to 64 of A-Z a-z 0-9 _ -, and not digits only")
    }
    var fields: [(TreeKey, Tree)] = []
    for (name, most, isRequired) in Self.texts {
      let text = try Self.text(device, name, most, isRequired: isRequired)
      fields.append((TreeKey(unchecked: name), text.map { .string($0) } ?? .null))
    }
    if let permission = try Self.text(device, "notificationPermission", 32, isRequired: false) {
      guard NotificationPermission(rawValue: permission) != nil else {
        throw CallRefusal.invalid("device.notificationPermission", "there is no permission \(permission)")
      }
      fields.append(("notificationPermission", .string(permission)))
    }
    self.fields = fields
    settings = try Self.settings(request["settings"])
  }

  var tree: Tree { .branch(fields) }

  private static func text(_ device: Tree, _ name: String, _ most: Int, isRequired: Bool) throws -> String? {
    let value = device[TreeKey(unchecked: name)]
    if value.isNull, !isRequired { return nil }
    guard let text = value.string, !text.isEmpty, text.utf16.count <= most else {
      throw CallRefusal.invalid("device.\(name)", "it is a text of 1 to \(most) characters")
    }
    return text
  }

  private static func settings(_ tree: Tree) throws -> [(TreeKey, Tree)] {
    if !tree.isNull, tree.children.isEmpty { throw CallRefusal.invalid("settings", "they are an object") }
    var all = CachedSettings()
    for (key, value) in tree.children {
      do throws(DeviceStoreError) {
        _ = try SettingLimits.key(key.text)
        try SettingLimits.check(value, key.text)
      } catch { throw CallRefusal.invalid("settings.\(key)", "\(error)") }
      all.values[key] = value
    }
    if SettingLimits.isTooLarge(all) { throw CallRefusal.invalid("settings", "together they may have \(SettingLimits.mostBytes) bytes") }
    return tree.children.map { ($0.key, $0.value) }
  }
}
