import TrellisTree

/// The rules of the collection and of the index, in the language of the Realtime Database (device store §7).
///
/// ```swift
/// let rules = try SecurityRules(DeviceRules.text())            // with the product TrellisRules
/// ```
/// Put them into the file of your app's own rules. What they see to: only users reach their own devices, a record is whole or is not
/// there, nobody makes up times or endpoints, and a token is claimed in one's own name only.
public enum DeviceRules {
  /// - Parameters:
  ///   - configuration: where collection, index and installations are.
  ///   - allowsOtherFields: whether records may have fields of the app's own.
  /// - Throws: `invalidCollectionPath`.
  public static func text(
    _ configuration: DeviceStoreConfiguration = DeviceStoreConfiguration(), allowsOtherFields: Bool = false
  ) throws -> String {
    let paths = try DevicePaths(configuration)
    // These would need quoting twice, in rules within JSON; nobody names a collection so.
    for path in [paths.collection, paths.index, paths.installations] where path.description.contains(where: { "'\"\\".contains($0) }) {
      throw DeviceStoreError.invalidCollectionPath(path.description)
    }
    var root = RuleBranch()
    root.add([], ["\".read\": false, \".write\": false"])
    root.add(paths.collection.keys.map(\.text), collection(allowsOtherFields))
    root.add(paths.index.keys.map(\.text), index(paths))
    root.add(paths.installations.keys.map(\.text), ["\".read\": false, \".write\": false"])
    return "{ \"rules\": {\n\(root.text(indent: "  "))\n} }\n"
  }

  private static func collection(_ allowsOtherFields: Bool) -> [String] {
    func string(_ name: String, _ most: Int, required: Bool = false) -> String {
      let least = required ? " && newData.val().length > 0" : ""
      return "      \"\(name)\": { \".validate\": \"newData.isString()\(least) && newData.val().length <= \(most)\" }"
    }
    func rule(_ name: String, _ condition: String) -> String { "      \"\(name)\": { \".validate\": \"\(condition)\" }" }
    let time = "newData.isNumber() && newData.val() <= now"
    let fields = [
      rule("deviceId", "newData.val() === $did"), string("name", 256, required: true), string("os", 128, required: true),
      string("type", 32), string("userAgent", 512), string("appVersion", 64), string("osVersion", 64), string("locale", 35),
      string("timezone", 64), string("fcmToken", 4096, required: true), string("pushProvider", 32),
      rule(
        "notificationPermission", "newData.isString() && newData.val().matches(/^(notDetermined|denied|authorized|provisional|ephemeral)$/)"
      ),
      rule("loggedIn", "newData.isBoolean()"), rule("createdAt", time), rule("lastSeenAt", time), rule("tokenUpdatedAt", time),
      rule("pushEndpoint", "newData.val() === data.val()"), rule("settings", "newData.hasChildren()"),
      "      \"$other\": { \".validate\": \(allowsOtherFields) }",
    ]
    let record =
      "newData.hasChildren(['deviceId','name','os','type']) && $did.length >= 8 && $did.matches(/^[A-Za-z0-9_-]{1,64}$/)"
      + " && $did.matches(/[A-Za-z_-]/) && (!newData.child('pushProvider').exists() || newData.child('fcmToken').exists())"
    return [
      """
      "$uid": {
        ".read": "auth != null && auth.uid === $uid",
        ".write": "auth != null && auth.uid === $uid",
        "userId": { ".validate": "newData.val() === $uid" },
        "revoked": { "$did": { ".validate": "newData.val() === now" } },
        "devices": { "$did": {
            ".validate": "\(record)",
      \(fields.map { "      " + $0 }.joined(separator: ",\n"))
        } },
        "$other": { ".validate": false }
      }
      """
    ]
  }

  private static func index(_ paths: DevicePaths) -> [String] {
    // From an entry to the root, and down to the record that it names.
    let root = "newData" + String(repeating: ".parent()", count: paths.index.keys.count + 1)
    let users = root + paths.collection.keys.map { ".child('\($0.text)')" }.joined()
    let record = "\(users).child(auth.uid).child('devices').child(newData.child('deviceId').val())"
    return [
      "\".indexOn\": [\"userId\"]",
      """
      "$key": {
        ".write": "auth != null && $key.matches(/^[0-9a-f]{64}$/) && (newData.exists() ? newData.child('userId').val() === auth.uid && \
      \(record).child('fcmToken').exists() : data.child('userId').val() === auth.uid)",
        ".validate": "newData.hasChildren(['userId','deviceId','provider','updatedAt'])",
        "updatedAt": { ".validate": "newData.val() === now" },
        "userId": { ".validate": "newData.isString()" },
        "deviceId": { ".validate": "newData.isString()" },
        "provider": { ".validate": "newData.isString()" },
        "$other": { ".validate": false }
      }
      """,
    ]
  }
}

/// A part of a rules file that is put together by places.
private struct RuleBranch {
  private var members: [String] = []
  private var branches: [(name: String, branch: RuleBranch)] = []

  mutating func add(_ keys: [String], _ members: [String]) {
    guard let name = keys.first else {
      self.members += members
      return
    }
    let index = branches.firstIndex { $0.name.utf8.elementsEqual(name.utf8) } ?? branches.count
    if index == branches.count { branches.append((name, RuleBranch())) }
    branches[index].branch.add(Array(keys.dropFirst()), members)
  }

  func text(indent: String) -> String {
    let own = members.map { $0.split(separator: "\n").map { indent + $0 }.joined(separator: "\n") }
    let below = branches.map { "\(indent)\"\($0.name)\": {\n\($0.branch.text(indent: indent + "  "))\n\(indent)}" }
    return (own + below).joined(separator: ",\n")
  }
}
