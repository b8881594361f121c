import TrellisTree

/// Writes, and whether the rules of the collection let them through.
enum RuleCases {
  static let key = String(repeating: "0a", count: 32)
  static let stored: Tree = ["deviceId": "phone-0001", "name": "Phone", "os": "iOS", "type": "iOS", "fcmToken": "t", "createdAt": 1]
  static let start: Tree = [
    "user-devices": ["ann": ["userId": "ann", "devices": ["phone-0001": stored]], "bob": ["devices": ["phone-0002": "old"]]],
    "push-tokens": [TreeKey(stringLiteral: key): ["userId": "ann", "deviceId": "phone-0001", "provider": "fcm", "updatedAt": 1]],
    "device-installations": ["x": ["deviceId": "y"]],
  ]

  static let place = "user-devices/ann/devices/phone-0001"
  static let entry = "push-tokens/\(key)"

  struct Case: Sendable, CustomStringConvertible {
    let user: String?
    let changes: [TreePath: Tree]
    let isAllowed: Bool
    let description: String

    init(_ isAllowed: Bool, _ user: String?, _ description: String, _ changes: [String: Tree]) throws {
      self.isAllowed = isAllowed
      self.user = user
      self.description = description
      self.changes = try Dictionary(uniqueKeysWithValues: changes.map { (try TreePath($0), $1) })
    }
  }

  static let all: [Case] = (try? make()) ?? []

  private static func make() throws -> [Case] {
    func entry(_ user: String, _ device: String, _ more: [(TreeKey, Tree)] = []) -> Tree {
      .branch([("userId", .string(user)), ("deviceId", .string(device)), ("provider", "fcm"), ("updatedAt", .timestamp)] + more)
    }
    func other(_ id: String, _ more: [(TreeKey, Tree)] = []) -> Tree {
      .branch([("deviceId", .string(id)), ("name", "X"), ("os", "iOS"), ("type", "iOS")] + more)
    }
    func field(_ name: String, _ value: Tree) -> [String: Tree] { ["\(place)/\(name)": value] }
    let fields: [(String, Tree, Bool)] = [
      ("name", "New", true), ("name", "", false), ("name", .string(String(repeating: "x", count: 257)), false), ("name", 5, false),
      ("os", .string(String(repeating: "x", count: 128)), true), ("os", .string(String(repeating: "x", count: 129)), false),
      ("type", "Toaster", true), ("type", true, false), ("deviceId", "phone-0002", false),
      ("userAgent", .string(String(repeating: "x", count: 513)), false), ("appVersion", "2", true), ("osVersion", 2, false),
      ("locale", .string(String(repeating: "x", count: 36)), false), ("timezone", .string(String(repeating: "x", count: 65)), false),
      ("fcmToken", "", false), ("fcmToken", .string(String(repeating: "x", count: 4096)), true), ("pushProvider", 1, false),
      ("notificationPermission", "granted", false), ("notificationPermission", "provisional", true), ("loggedIn", "yes", false),
      ("loggedIn", false, true), ("createdAt", .timestamp, true), ("createdAt", 9_000_000_000_000, false),
      ("lastSeenAt", "now", false), ("tokenUpdatedAt", 9_000_000_000_000, false), ("pushEndpoint", "arn", false),
      ("settings", ["sound": "chime"], true), ("settings", "loud", false), ("color", "red", false),
    ]
    let records: [Row] = [
      (false, "bob", "somebody else's field", field("name", "X")), (false, nil, "nobody's field", field("name", "X")),
      (true, "ann", "a whole record", ["user-devices/ann/devices/phone-0003": other("phone-0003")]),
      (false, "ann", "a stub", ["user-devices/ann/devices/phone-0003/lastSeenAt": .timestamp]),
      (false, "ann", "a provider without token", ["user-devices/ann/devices/phone-0003": other("phone-0003", [("pushProvider", "fcm")])]),
      (false, "ann", "digits only", ["user-devices/ann/devices/123456789": other("123456789")]),
      (false, "ann", "a short id", ["user-devices/ann/devices/abc": other("abc")]),
      (false, "ann", "an odd id", ["user-devices/ann/devices/ab c defgh": other("ab c defgh")]),
      (false, "ann", "another's name", ["user-devices/ann/userId": "bob"]), (false, "ann", "other things", ["user-devices/ann/extra": 1]),
      (true, "ann", "a remote sign-out", ["user-devices/ann/revoked/phone-0009": .timestamp]),
      (false, "ann", "one of another time", ["user-devices/ann/revoked/phone-0009": 5]),
      (true, "ann", "removing oneself", [place: .null]), (true, "ann", "removing all", ["user-devices/ann": .null]),
      (false, "ann", "removing another", ["user-devices/bob": .null]),
    ]
    let bobs = "user-devices/bob/devices/phone-0007"
    let claims: [Row] = [
      (true, "ann", "a claim", [Self.entry: entry("ann", "phone-0001")]),
      (false, "ann", "a claim for another", [Self.entry: entry("bob", "phone-0001")]),
      (false, "bob", "a claim without a record", [Self.entry: entry("bob", "phone-0001")]),
      (true, "bob", "a claim with its record", [Self.entry: entry("bob", "phone-0007"), bobs: other("phone-0007", [("fcmToken", "t")])]),
      (false, "bob", "a claim with a record without token", [Self.entry: entry("bob", "phone-0007"), bobs: other("phone-0007")]),
      (false, "ann", "a claim with more", [Self.entry: entry("ann", "phone-0001", [("x", 1)])]),
      (false, "ann", "a claim of another time", ["\(Self.entry)/updatedAt": 5]),
      (false, "ann", "half a claim", ["push-tokens/\(String(repeating: "1", count: 64))/userId": "ann"]),
      (false, "ann", "a key that is no hash", ["push-tokens/abc": entry("ann", "phone-0001")]),
      (true, "ann", "a release", [Self.entry: .null]), (false, "bob", "a release of another's", [Self.entry: .null]),
      (false, "ann", "installations", ["device-installations/x/deviceId": "z"]), (false, "ann", "anywhere else", ["x": 1]),
    ]
    let single: [Row] = fields.map { ($0.2, "ann", "a field: \($0.0) = \($0.1.json().prefix(40))", field($0.0, $0.1)) }
    return try (single + records + claims).map { try Case($0.0, $0.1, $0.2, $0.3) }
  }

  typealias Row = (Bool, String?, String, [String: Tree])
}
