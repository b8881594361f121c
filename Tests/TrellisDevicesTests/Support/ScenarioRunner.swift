import Foundation
import Testing
import TrellisDatabase
import TrellisDevices
import TrellisTree
import VectorSupport

/// Runs one scenario of device-lifecycle.json.
final class ScenarioRunner: Sendable {
  private let scenario: VectorCase
  private let world: World
  private let devices: [String: SimulatedDevice]
  private let instances = Locked<[SimulatedInstance]>([])
  /// What was told since the step began: by which instance, and what.
  private let told = Locked<[(instance: String, callback: RawJSON)]>([])
  private let hasReconciler: Bool

  init(_ scenario: VectorCase, _ storage: World.Storage) async throws {
    self.scenario = scenario
    var configuration = DeviceStoreConfiguration()
    let config = scenario["config"]
    if let path = config["collectionPath"]?.string { configuration.collectionPath = path }
    if config["permissionPolicy"]?.string == "requirePermission" { configuration.permissionPolicy = .requirePermission }
    if config["signOutPolicy"]?.string == "markLoggedOut" { configuration.signOutPolicy = .markLoggedOut }
    if config["settingsScope"]?.string == "userDevice" { configuration.settingsScope = .userDevice }
    hasReconciler = config["reconciler"]?.bool ?? true
    let world = try await World(storage, configuration, at: Int64(try scenario.int("startAt")))
    self.world = world
    let names = scenario["devices"].members.map(\.key).sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    var devices: [String: SimulatedDevice] = [:]
    for (index, name) in names.enumerated() {
      let info = try Self.info(scenario["devices"][name] ?? .null, from: DeviceInfo(name: "", os: "", type: .other))
      devices[name] = SimulatedDevice(name, number: index + 1, info, in: world)
    }
    self.devices = devices
    let tree = try Tree(json: scenario["database"].description)
    if !tree.isNull { try await world.database.as(.administrator).set("/", tree) }
    for (name, device) in devices { try Self.fill(device.cache, scenario["cache"][name] ?? .null) }
  }

  private static func info(_ json: RawJSON, from info: DeviceInfo) throws -> DeviceInfo {
    var info = info
    for member in json.members {
      switch member.key {
      case "name": info.name = member.value.string ?? ""
      case "os": info.os = member.value.string ?? ""
      case "type": info.type = DeviceType(rawValue: member.value.string ?? "")
      case "userAgent": info.userAgent = member.value.string
      case "appVersion": info.appVersion = member.value.string
      case "osVersion": info.osVersion = member.value.string
      case "locale": info.locale = member.value.string
      case "timezone": info.timezone = member.value.string
      default: throw MalformedVector(description: "device info has no \(member.key)")
      }
    }
    return info
  }

  private static func fill(_ cache: InMemoryDeviceCache, _ json: RawJSON) throws {
    for member in json.members where !member.value.isNull {
      let value = member.key == "settings" ? RawJSON.object([RawJSON.Member("values", member.value)]) : member.value
      try cache.set(member.key, Data(value.description.utf8))
    }
  }

  // MARK: Running

  func run() async throws {
    for (index, step) in scenario["steps"].elements.enumerated() {
      told.withLock { $0 = [] }
      let event = VectorCase(section: "\(scenario).steps", index: index, json: step["event"] ?? .null)
      if event.has("at") {
        world.clock.advance(to: Int64(try event.int("at")))
        await world.settle()
      }
      try await carryOut(event)
      if hasReconciler { try await world.settleWithReconciler() } else { await world.settle() }
      let expected = (step["callbacks"]?.elements ?? []).map { (instance: $0["instance"]?.string ?? "", callback: $0) }
      #expect(inOrder(told.withLock(\.self)) == inOrder(expected), "\(event) of \(scenario)")
    }
    let expected = try Tree(json: (scenario["expect"]["database"] ?? .null).description)
    #expect(try await world.root == expected, "the tree after \(scenario)")
    for member in (scenario["expect"]["cache"] ?? .null).members {
      let device = try #require(devices[member.key])
      for part in member.value.members { #expect(cached(part.key, device) == part.value, "\(part.key) of \(member.key) after \(scenario)") }
    }
    try await world.close()
  }

  /// Callbacks of each instance in their order, instances in the order of their creation.
  private func inOrder(_ callbacks: [(instance: String, callback: RawJSON)]) -> [RawJSON] {
    let order = instances.withLock { $0.map(\.name) }
    return order.flatMap { name in callbacks.filter { $0.instance == name }.map(\.callback) }
      + callbacks.filter { !order.contains($0.instance) }.map(\.callback)
  }

  private func cached(_ part: String, _ device: SimulatedDevice) -> RawJSON {
    let json = device.cache.get(part).flatMap { try? RawJSON(Array($0)) } ?? .null
    func registration(_ json: RawJSON) -> RawJSON {
      if json.isNull { return .null }
      return .object(["userId", "deviceId", "tokenKey"].map { RawJSON.Member($0, json[$0] ?? .null) })
    }
    switch part {
    case "registration": return registration(json)
    case "pendingRemovals": return .array((json.elements + json.members.map(\.value)).map(registration))
    case "settings": return json["values"] ?? .object([])
    default: return json
    }
  }

  // MARK: Events

  private func instance(_ event: VectorCase) throws -> SimulatedInstance {
    let name = try event.text("instance")
    return try #require(instances.withLock { $0.last { $0.name == name } }, "\(event): no such instance")
  }

  private func device(_ event: VectorCase) throws -> SimulatedDevice { try #require(devices[try event.text("device")], "\(event)") }

  private func carryOut(_ event: VectorCase) async throws {
    switch try event.text("type") {
    case "launch":
      let made = try device(event).launch(try event.text("instance")) { [weak self] in self?.record($0, $1) }
      instances.withLock { $0.append(made) }
    case "kill":
      let instance = try instance(event)
      instance.device.kill(instance)
    case "reinstall": try device(event).reinstall()
    case "subscribe":
      let instance = try instance(event)
      if let answer = event["answer"].string.flatMap({ NotificationPermission(rawValue: $0) }) {
        instance.device.state.withLock { $0.answer = answer }
      }
      await call(instance, "subscribe") { store, done in store.subscribe(done) }
    case "unsubscribe": try instance(event).store?.unsubscribe()
    case "signOut": await call(try instance(event), "signOut") { store, done in store.signOut(done) }
    case "prepareForAccountDeletion":
      let instance = try instance(event)
      var failure: (any Error)?
      do { try await instance.store?.prepareForAccountDeletion() } catch { failure = error }
      completed(instance, "prepareForAccountDeletion", failure)
    case "settings.set":
      let instance = try instance(event)
      let key = try event.text("key")
      let isSynced = try await instance.store?.settings.set(key, try Tree(json: event["value"].description)) ?? false
      add(instance, "settings.completion", [("key", .scalar(.string(key))), ("synced", .scalar(.bool(isSynced)))])
    case "auth.signIn": try device(event).signIn(try event.text("user"))
    case "auth.signOut": try device(event).signOut(try #require(SignOutReason(rawValue: try event.text("reason"))))
    case "messaging.token": try device(event).setToken(event["token"].string.map { PushToken($0) })
    case "messaging.permission": try device(event).setPermission(try #require(NotificationPermission(rawValue: try event.text("status"))))
    case "info.change":
      let device = try device(event)
      device.setInfo(try Self.info(event["set"], from: device.state.withLock(\.info)))
    case "network": try device(event).setOnline(try event.flag("online"))
    case "db.fail": try device(event).state.withLock { $0.outcomes += event["outcomes"].elements.map(\.string) }
    case "foreground": for instance in try device(event).instances { instance.store?.noteForeground() }
    case "tick": break
    case "server.remove": try await world.remove(try TreePath(try event.text("path")))
    case "server.prune":
      var policy = DeviceAdministration.PruningPolicy()
      policy.age = .milliseconds(try event.int("olderThanMs"))
      policy.notesPath = nil
      let now = world.clock.milliseconds
      _ = try await world.serve { try await $0.prune(policy, at: now) }
    case "server.tokenInvalid":
      let (token, since) = (PushToken(try event.text("token")), event["since"].int.map { Int64($0) })
      _ = try await world.serve { try await $0.removeToken(token, reportedAt: since) }
    case let type: throw MalformedVector(description: "\(event): there is no event \(type)")
    }
  }

  private func call(
    _ instance: SimulatedInstance, _ name: String, _ body: (DeviceStore, @escaping @Sendable ((any Error)?) -> Void) -> Void
  ) async {
    guard let store = instance.store else { return }
    await withCheckedContinuation { waiter in
      body(store) { [self] error in
        completed(instance, name, error)
        waiter.resume()
      }
    }
  }

  // MARK: What is told

  private func completed(_ instance: SimulatedInstance, _ name: String, _ error: (any Error)?) {
    add(instance, "\(name).completion", [("error", error.map { .scalar(.string(Self.code($0))) } ?? .null)])
  }

  private static func code(_ error: any Error) -> String {
    switch error as? DeviceStoreError {
    case .permissionDenied: "permission-denied"
    case .removalPending: "removal-pending"
    case .writeRejected(let code): code
    case .offline: "disconnected"
    default: "\(error)"
    }
  }

  private func record(_ instance: SimulatedInstance, _ event: DeviceStoreEvent) {
    func device(_ reference: DeviceReference) -> [(String, RawJSON)] {
      [("userId", .scalar(.string(reference.userID))), ("deviceId", .scalar(.string(reference.deviceID)))]
    }
    func text(_ text: String) -> RawJSON { .scalar(.string(text)) }
    switch event {
    case .registered(let reference): add(instance, "registered", device(reference))
    case .updated(let reference, let fields): add(instance, "updated", device(reference) + [("fields", .array(fields.map(text)))])
    case .removed(let reference): add(instance, "removed", device(reference))
    case .removalPending(let reference): add(instance, "removalPending", device(reference))
    case .removedRemotely(let reference): add(instance, "removedRemotely", device(reference))
    case .unexpectedSignOut(let user, let reason):
      add(instance, "unexpectedSignOut", [("userId", text(user)), ("reason", text(reason.rawValue))])
    case .permissionChanged(let status): add(instance, "permissionChanged", [("status", text(status.rawValue))])
    case .writeFailed(let code, let retry): add(instance, "writeFailed", [("code", text(code)), ("retry", .scalar(.bool(retry)))])
    case .migrated(let user, let count):
      add(instance, "migrated", [("userId", text(user)), ("count", .scalar(.int(Int64(count))))])
    // These are not among those that the vectors tell of.
    case .identityReset, .settingsChanged, .sessionMismatch, .cacheUnavailable: break
    }
  }

  private func add(_ instance: SimulatedInstance, _ type: String, _ members: [(String, RawJSON)]) {
    let all = [("instance", RawJSON.scalar(.string(instance.name))), ("type", .scalar(.string(type)))] + members
    told.withLock { $0.append((instance.name, .object(all.map { RawJSON.Member($0.0, $0.1) }))) }
  }
}
