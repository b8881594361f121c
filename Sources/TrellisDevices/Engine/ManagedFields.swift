import TrellisTree

/// The fields of a record that the installation writes by itself (device store §1.3), but for times and settings.
struct ManagedFields: Sendable, Equatable {
  /// Values by name; what is not there is to be null.
  private(set) var values: [TreeKey: Tree]

  static let tokenNames: Set<TreeKey> = ["fcmToken", "pushProvider"]
  private static let names: [TreeKey] = [
    "deviceId", "name", "os", "type", "userAgent", "appVersion", "osVersion", "locale", "timezone", "fcmToken", "pushProvider",
    "notificationPermission", "loggedIn",
  ]

  init(deviceID: String, _ info: DeviceInfo, _ token: PushToken?, _ permission: NotificationPermission) {
    values = [
      "deviceId": .string(deviceID), "name": Self.required(info.name, 256), "os": Self.required(info.os, 128),
      "type": Self.required(info.type.rawValue, 32), "notificationPermission": .string(permission.rawValue), "loggedIn": true,
    ]
    let optional: [(TreeKey, String?, Int)] = [
      ("userAgent", info.userAgent, 512), ("appVersion", info.appVersion, 64), ("osVersion", info.osVersion, 64),
      ("locale", info.locale, 35), ("timezone", info.timezone, 64),
    ]
    for (name, text, most) in optional { values[name] = text.flatMap { Self.text($0, most) }.map { .string($0) } }
    if let token {
      values["fcmToken"] = .string(token.value)
      values["pushProvider"] = .string(token.provider)
    }
  }

  /// All of them, for a full write.
  var all: [(TreeKey, Tree)] { Self.names.map { ($0, values[$0] ?? .null) } }

  /// What has to be written where others stand.
  func differences(from others: ManagedFields) -> [(TreeKey, Tree)] {
    Self.names.filter { values[$0] != others.values[$0] }.map { ($0, values[$0] ?? .null) }
  }

  private static func required(_ text: String, _ most: Int) -> Tree { .string(Self.text(text, most) ?? "Unknown") }

  /// Trimmed, and cut at the last character that fits; nil when nothing is left.
  private static func text(_ text: String, _ most: Int) -> String? {
    let trimmed = text.drop { $0.isWhitespace }
    let end = trimmed.lastIndex { !$0.isWhitespace }.map { trimmed.index(after: $0) } ?? trimmed.startIndex
    var kept = ""
    var count = 0
    for character in trimmed[..<end] {
      count += character.utf16.count
      if count > most { break }
      kept.append(character)
    }
    return kept.isEmpty ? nil : kept
  }
}
