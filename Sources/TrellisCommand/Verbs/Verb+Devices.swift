import Foundation
import TrellisDatabase
import TrellisDevices
import TrellisTree

extension Verb {
  private static let action = Argument(name: "ACTION", help: "list, show, prune or adopt", choices: ["list", "show", "prune", "adopt"])
  private static let user = Argument(name: "USER", help: "of show: whose devices; of list: only theirs", count: .optional)
  private static let collection = Option("collection", nil, "PATH", "where the records are (default user-devices)")
  private static let index = Option("index", nil, "PATH", "where it says whose a token is (default push-tokens)")
  private static let days = Option("days", nil, "COUNT", "how long a device was not seen before prune deletes it (default 270)")
  private static let most = Option("most", nil, "COUNT", "how many devices prune leaves a user (default 50)")
  private static let dryRun = Option("dry-run", "n", nil, "prints what prune or adopt would do, and does nothing")

  static let devices = Verb(
    name: "devices", summary: "lists and prunes devices, gives tokens their owners", arguments: [action, .database, user],
    options: [collection, index, days, most, dryRun, .wait, .json],
    details: """
      list prints a line for each device: its user, its id, its name, when it was last seen, and whether it can be reached: a token that the index \
      gives to another device is never sent to. show prints everything that is stored of a user's devices. Tokens are secrets, and are shown as \
      their keys in the index.

      prune deletes devices that have not been seen for long, and the oldest of those who have too many. A device without a time, as the first \
      versions wrote them, counts from when prune first saw it.

      adopt gives each token without an owner one, once, after data of such versions has been imported: before, nothing is sent to those devices.
      """,
    examples: [
      Example("trellis devices list murals.db", "lists all devices"),
      Example("trellis devices show murals.db ann", "shows what is stored of ann's"),
      Example("trellis devices prune murals.db --days 90 --dry-run", "prints which devices would go"),
      Example("trellis devices adopt murals.db", "lets imported devices be reached"),
    ]
  ) { invocation in
    var configuration = DeviceStoreConfiguration()
    if let path = invocation[collection] { configuration.collectionPath = path }
    if let path = invocation[index] { configuration.indexPath = path }
    let (checked, isDryRun) = (configuration, invocation.has(dryRun))
    switch try invocation.require(action) {
    case "list":
      let user = try invocation.optional(user).map { try TreeKey($0) }
      return try await invocation.reading { try await invocation.list($0, checked, user) }
    case "show":
      let user = try TreeKey(try invocation.require(user))
      return try await invocation.reading { try await invocation.show($0, checked, user) }
    case let name:
      if let extra = invocation.optional(user) { throw Failure(.usage, "\"\(extra)\" is one argument too many: \(name) takes all users") }
      var policy = DeviceAdministration.PruningPolicy()
      if let days = try invocation.number(days, least: 1, most: 100_000) { policy.age = .seconds(days * 24 * 3600) }
      if let most = try invocation.number(most, least: 1) { policy.mostDevices = most }
      let pruning = policy
      func carryOut(_ database: Database) async throws -> ExitCode {
        let administration = try DeviceAdministration(database, configuration: checked)
        if name == "prune" {
          try invocation.say(try await administration.prune(pruning, dryRun: isDryRun), isDryRun ? "would be deleted" : "deleted")
        } else {
          let adoption = try await administration.adopt(dryRun: isDryRun)
          try invocation.say(adoption.adopted, isDryRun ? "would be reachable" : "can be reached now")
          try invocation.say(
            adoption.cleared, isDryRun ? "would lose a token that another device has" : "has lost a token that another device has")
        }
        return .done
      }
      return isDryRun ? try await invocation.reading(carryOut) : try await invocation.writing(carryOut)
    }
  }
}

extension Invocation {
  fileprivate func list(_ database: Database, _ configuration: DeviceStoreConfiguration, _ user: TreeKey?) async throws -> ExitCode {
    let administration = try DeviceAdministration(database, configuration: configuration)
    let style = console.style(.output)
    let users: [TreeKey]
    if let user { users = [user] } else { users = try await administration.userIDs() }
    for user in users {
      for record in try await administration.devices(of: user) {
        let fields = record.fields
        let (name, seen) = (fields["name"].string ?? "-", fields["lastSeenAt"].int)
        let state = fields["fcmToken"].isNull ? "no token" : record.isReachable ? "reachable" : "token is not its own"
        if has(.json) {
          let members = [
            "\"userId\":\(JSONText.quoted(user.text))", "\"deviceId\":\(JSONText.quoted(record.reference.deviceID))",
            "\"name\":\(JSONText.quoted(name))", "\"lastSeenAt\":\(seen.map { "\($0)" } ?? "null")",
            "\"isReachable\":\(record.isReachable)",
          ]
          try console.output.write("{\(members.joined(separator: ","))}\n")
        } else {
          try console.output.write(
            "\(style.name(user.text))  \(record.reference.deviceID)  \(name), \(fields["os"].string ?? "-")  \(Self.time(seen))  \(state)\n"
          )
        }
      }
    }
    return .done
  }

  fileprivate func show(_ database: Database, _ configuration: DeviceStoreConfiguration, _ user: TreeKey) async throws -> ExitCode {
    let records = try await DeviceAdministration(database, configuration: configuration).devices(of: user)
    guard !records.isEmpty else { throw Failure(.missing, "\(user) has no devices") }
    let style = console.style(.output)
    for record in records {
      // A token is as good as an address that nobody else should have.
      var fields = record.fields
      if let token = record.tokenKey { fields[path: "fcmToken"] = .string("sha256:\(token)") }
      if has(.json) {
        try console.output.write(
          "{\"deviceId\":\(JSONText.quoted(record.reference.deviceID)),\"isReachable\":\(record.isReachable),\"fields\":\(fields.json())}\n"
        )
        continue
      }
      try console.output.write("\(style.name(record.reference.deviceID))  \(record.isReachable ? "reachable" : "not reachable")\n")
      for (name, value) in fields.children {
        let text = name.text.hasSuffix("At") ? Self.time(value.int) : value.string ?? value.json()
        try console.output.write("  \(style.quiet(name.text))  \(text)\n")
      }
    }
    return .done
  }

  fileprivate func say(_ devices: [DeviceReference], _ what: String) throws {
    for device in devices {
      let line =
        has(.json)
        ? "{\"userId\":\(JSONText.quoted(device.userID)),\"deviceId\":\(JSONText.quoted(device.deviceID)),\"what\":\(JSONText.quoted(what))}"
        : "\(device) \(what)"
      try console.output.write(line + "\n")
    }
  }

  private static func time(_ milliseconds: Int64?) -> String {
    guard let milliseconds else { return "never seen" }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601)
  }
}
