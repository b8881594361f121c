import Foundation
import Testing
import TrellisDatabase
import TrellisDevices
import TrellisTree
import VectorSupport

/// Makes things happen, and knows what must have come of them.
final class RandomLife {
  private var random: SeededRandom
  private let world: World
  private let people: [String] = ["ann", "bob"]
  private let devices: [SimulatedDevice]
  private var tokens = 0
  /// The tokens that devices had before.
  private var previous: [ObjectIdentifier: PushToken] = [:]
  private var settings = 0
  private var names = 0
  private var history: [String] = []
  private var known: [ObjectIdentifier: Known] = [:]
  private let completions = Locked<[Int: Int]>([:])
  private let unremoved = Locked<Set<ObjectIdentifier>>([])
  /// Devices that may have been refused something for good: they try it again when something changes, not by themselves (§5.1).
  private var refused: Set<ObjectIdentifier> = []
  /// Devices of which an instance ended with a call under way: what it had to do, another one does when it next looks at the cache.
  private var orphaned: Set<ObjectIdentifier> = []
  private var calls: [Int: SimulatedInstance] = [:]
  private var nextCall = 0

  /// What must be so on a device.
  private struct Known {
    /// Whether its user has been signed out of here, but not of auth.
    var isHeld = false
    /// What has been set since somebody signed in.
    var settings: [String: Tree] = [:]
    /// Whether something may be left of an earlier user that nobody could remove.
    var mayBeLeft = false
  }

  init(_ random: SeededRandom) async throws {
    self.random = random
    world = try await World(.memory, DeviceStoreConfiguration(), at: 1_700_000_000_000, ticks: true)
    var devices: [SimulatedDevice] = []
    for number in 1...3 {
      let info = DeviceInfo(name: "Device \(number)", os: "Linux 6", type: .linux, appVersion: "1.0")
      devices.append(SimulatedDevice("d\(number)", number: number, info, in: world))
    }
    self.devices = devices
    for device in devices { known[ObjectIdentifier(device)] = Known() }
  }

  func run(_ steps: Int) async throws {
    for step in 1...steps {
      try await happen()
      await world.settle()
      if random.chance(percent: 2) || step == steps {
        try await comeToRest()
        try await check()
        if !world.isSound { break }
      }
    }
    try await world.close()
  }

  private func change(_ device: SimulatedDevice, _ body: (inout Known) -> Void) { body(&known[ObjectIdentifier(device), default: Known()]) }
  private func note(_ what: String) {
    history.append(what)
    if history.count > 120 { history.removeFirst() }
  }

  // MARK: What happens

  private func happen() async throws {
    let device = random.pick(devices)
    let instance = device.instances.isEmpty ? nil : random.pick(device.instances)
    switch random.below(100) {
    case 0..<10: if device.instances.count < 2 { try launch(device) }
    case 10..<13: if let instance { kill(instance) }
    case 13..<23: if let instance { subscribe(instance) }
    case 23..<25:
      note("\(instance?.name ?? "-") unsubscribes")
      instance?.store?.unsubscribe()
    case 25..<40: signIn(device)
    case 40..<46: signOutOfAuth(device)
    case 46..<54: if let instance { signOut(instance) }
    case 54..<66: rotate(device)
    case 66..<74:
      let isOnline = !device.isOnline
      note("\(device.name) is \(isOnline ? "online" : "offline")")
      device.setOnline(isOnline)
    case 74..<80: if let instance { await set(instance) }
    case 80..<82:
      let info = DeviceInfo(name: "Device \(random.below(9))", os: "Linux 6", type: .linux, appVersion: "1.\(random.below(9))")
      note("\(device.name) is now \(info.name) with \(info.appVersion ?? "")")
      device.setInfo(info)
    case 82..<84:
      device.setPermission(random.pick([.authorized, .denied, .provisional]))
    case 84..<89: if let instance { park(instance) }
    case 89..<92:
      let outcome = random.pick(["disconnected", "permission-denied", "timeout"])
      device.state.withLock { $0.outcomes = [outcome, nil] }
      if outcome == "permission-denied" { refused.insert(ObjectIdentifier(device)) }
      note("\(device.name): the next write fails with \(outcome)")
    case 92..<95: pass(random.pick([500, 2_000, 20_000, 26 * 3_600_000]))
    case 95..<96: reinstall(device)
    case 96..<97: if let instance { await removeAnother(instance) }
    case 97..<98:
      note("the server reconciles")
      _ = try await world.serve { try await $0.reconcile() }
    default:
      note("\(device.name) comes to the foreground")
      for instance in device.instances { instance.store?.noteForeground() }
    }
  }

  private func launch(_ device: SimulatedDevice) throws {
    names += 1
    note("\(device.name): i\(names) is launched")
    _ = try device.launch("i\(names)") { _, _ in }
  }

  private func kill(_ instance: SimulatedInstance) {
    note("\(instance.name) is killed\(instance.isParked ? " within a call" : "")")
    change(instance.device) { $0.mayBeLeft = true }
    if instance.isParked { orphaned.insert(ObjectIdentifier(instance.device)) }
    instance.device.kill(instance)
  }

  private func call(_ instance: SimulatedInstance) -> @Sendable () -> Void {
    nextCall += 1
    let call = nextCall
    calls[call] = instance
    return { [completions] in completions.withLock { $0[call, default: 0] += 1 } }
  }

  private func subscribe(_ instance: SimulatedInstance) {
    note("\(instance.name) subscribes")
    let done = call(instance)
    instance.store?.subscribe { _ in done() }
  }

  private func signIn(_ device: SimulatedDevice) {
    let person = random.pick(people)
    note("\(device.name): \(person) signs in")
    change(device) { ($0.isHeld, $0.settings, $0.mayBeLeft) = (false, [:], true) }
    device.signIn(person)
  }

  private func signOutOfAuth(_ device: SimulatedDevice) {
    let reason = random.pick([SignOutReason.userInitiated, .sessionExpired, .unknown])
    note("\(device.name): auth signs out")
    change(device) { known in
      if !known.isHeld { known.mayBeLeft = true }
      (known.isHeld, known.settings) = (false, [:])
    }
    device.signOut(reason)
  }

  private func signOut(_ instance: SimulatedInstance) {
    guard instance.store?.isSubscribed == true, instance.device.user != nil else { return }
    note("\(instance.name): signOut")
    let done = call(instance)
    change(instance.device) { $0.isHeld = true }
    let device = ObjectIdentifier(instance.device)
    instance.store?.signOut { [unremoved] error in
      // What could not be removed before the user is gone stays until the token is claimed anew.
      if error != nil { unremoved.withLock { _ = $0.insert(device) } }
      done()
    }
  }

  private func rotate(_ device: SimulatedDevice) {
    tokens += 1
    let old = device.state.withLock(\.token)
    // Now and then the one before comes back, which an earlier user may have had.
    let returning = previous[ObjectIdentifier(device)]
    let token: PushToken?
    if random.chance(percent: 10) {
      token = nil
    } else if let returning, random.chance(percent: 15) {
      token = returning
      change(device) { $0.mayBeLeft = true }
    } else {
      token = random.chance(percent: 15) ? old : PushToken("token-\(device.name)-\(tokens)")
    }
    if token != old { previous[ObjectIdentifier(device)] = old }
    note("\(device.name): token \(token?.value ?? "none")")
    device.setToken(token)
  }

  private func set(_ instance: SimulatedInstance) async {
    settings += 1
    let (name, value) = ("key\(random.below(3))", random.chance(percent: 15) ? Tree.null : .int(Int64(settings)))
    note("\(instance.name): \(name) = \(value)")
    change(instance.device) { $0.settings[name] = value }
    guard let settings = instance.store?.settings else { return }
    // The cache counts what is set; before it has, nothing else may happen.
    let cache = instance.device.cache
    func count() -> Int64? { cache.get("settings").flatMap { try? Tree(json: $0) }?["last"].int }
    let before = count()
    Task { _ = try? await settings.set(name, value) }
    while count() == before { await Task.yield() }
  }

  private func park(_ instance: SimulatedInstance) {
    let parks = !instance.isParked && random.chance(percent: 70)
    note("\(instance.name) \(parks ? "is held up" : "goes on")")
    instance.setParking(parks)
  }

  private func pass(_ milliseconds: Int64) {
    note("\(milliseconds) ms pass")
    world.clock.advance(to: world.clock.milliseconds + milliseconds)
  }

  private func reinstall(_ device: SimulatedDevice) {
    let token = device.state.withLock(\.token)
    note("\(device.name) is installed anew")
    device.reinstall()
    if random.chance(percent: 50) { device.setToken(token) }
    change(device) { $0 = Known(mayBeLeft: true) }
  }

  private func removeAnother(_ instance: SimulatedInstance) async {
    let other = random.pick(devices)
    guard let store = instance.store, other !== instance.device, store.isSubscribed, let id = other.instances.first?.store?.deviceID else {
      return
    }
    note("\(instance.name) removes \(other.name)")
    let (isBegun, isDone) = (Locked(false), Locked(false))
    Task {
      isBegun.withLock { $0 = true }
      try? await store.removeDevice(id: id)
      isDone.withLock { $0 = true }
    }
    // Nobody may think that all is quiet before it has been asked for.
    while !isDone.withLock(\.self), store.isIdle || !isBegun.withLock(\.self) { await Task.yield() }
  }

  // MARK: What must be so

  /// Everybody has a network and a running app, and time to try again.
  private func comeToRest() async throws {
    note("— rest")
    for device in devices {
      device.state.withLock { ($0.outcomes, $0.permission) = ([], $0.permission == .notDetermined ? .authorized : $0.permission) }
      if device.instances.isEmpty { try launch(device) }
      for instance in device.instances { instance.setParking(false) }
      if refused.remove(ObjectIdentifier(device)) != nil { device.setOnline(false) }
    }
    await world.settle()
    for device in devices { device.setOnline(true) }
    await world.settle()
    for device in devices {
      for instance in device.instances where instance.store?.isSubscribed != true { subscribe(instance) }
    }
    // What was asked for before the rest has happened by now, removals of other devices too: nobody resumes ahead of them.
    await world.settle()
    for device in devices {
      // Whoever was removed by somebody else comes back when asked to.
      if known[ObjectIdentifier(device)]?.isHeld == false { for instance in device.instances { instance.store?.resume() } }
      if orphaned.remove(ObjectIdentifier(device)) != nil { for instance in device.instances { instance.store?.noteForeground() } }
    }
    for _ in 0..<4 {
      try await world.settleWithReconciler()
      world.clock.advance(to: world.clock.milliseconds + 400_000)
    }
    try await world.settleWithReconciler()
  }

  private func check() async throws {
    let root = try await world.root
    var problems: [String] = []
    func require(_ isSo: Bool, _ what: @autoclosure () -> String) { if !isSo { problems.append(what()) } }

    var owners: [String: [DeviceReference]] = [:]
    var reachable: [String: [DeviceReference]] = [:]
    for person in people {
      for record in try await world.administration.devices(of: try TreeKey(person)) {
        let fields = record.fields
        require(
          fields["deviceId"].string == record.reference.deviceID && fields["name"].string != nil, "\(record.reference) is a stub: \(fields)"
        )
        if let token = fields["fcmToken"].string { owners[token, default: []].append(record.reference) }
      }
      for (device, token) in try await world.administration.recipients(of: try TreeKey(person)) {
        reachable[token.value, default: []].append(device)
      }
    }
    // A token that its owner has let go of before the reconciler came may stand in records of the past: nothing is sent by those.
    for (token, references) in owners where reachable[token] != nil { require(references.count == 1, "\(token) is named by \(references)") }
    for (token, references) in reachable { require(references.count == 1, "\(token) reaches \(references)") }

    for device in devices {
      if unremoved.withLock({ $0.remove(ObjectIdentifier(device)) }) != nil { change(device) { $0.mayBeLeft = true } }
      let known = known[ObjectIdentifier(device)] ?? Known()
      guard let store = device.instances.first?.store else { continue }
      let token = device.state.withLock(\.token)
      let user = device.user?.uid
      for person in people where person != user {
        let isThere = token.flatMap { reachable[$0.value] }?.contains { $0.userID == person } ?? false
        require(
          !isThere || ((user == nil || known.isHeld) && known.mayBeLeft),
          "\(device.name) is reached for \(person), who is not signed in there")
      }
      guard let user else { continue }
      defer { if !known.isHeld { change(device) { $0.mayBeLeft = false } } }
      let record = root["user-devices"][try TreeKey(user)]["devices"][try TreeKey(store.deviceID)]
      if known.isHeld {
        require(record.isNull, "\(device.name) is registered for \(user), who has signed out: \(record)")
        continue
      }
      require(!record.isNull, "\(device.name) is not registered for \(user)")
      require(record["fcmToken"].string == token?.value, "\(device.name) has \(record["fcmToken"]), not \(token?.value ?? "none")")
      require(record["appVersion"].string == device.state.withLock(\.info.appVersion), "\(device.name) has an old version")
      if let token {
        let expected = [DeviceReference(userID: user, deviceID: store.deviceID)]
        require(reachable[token.value] == expected, "\(device.name) is reached as \(reachable[token.value] ?? []), not as \(expected)")
      }
      for (name, value) in known.settings {
        let stored = record["settings"][try TreeKey(name)]
        require(
          store.settings.get(name) == value && stored == value,
          "\(device.name): \(name) is \(store.settings.get(name)) and \(stored), not \(value)")
      }
      require(
        Tree.branch(store.settings.all.map { ($0, $1) }) == record["settings"],
        "\(device.name) has \(store.settings.all), not \(record["settings"])")
    }
    let counts = completions.withLock(\.self)
    for (call, instance) in calls where !instance.isDead {
      require(counts[call] == 1, "a completion of \(instance.name) was called \(counts[call] ?? 0) times")
    }
    calls = [:]
    completions.withLock { $0 = [:] }

    #expect(
      problems.isEmpty, "seed \(random.seed)\n\(problems.joined(separator: "\n"))\nbefore:\n\(history.joined(separator: "\n"))\n\(root)")
    if !problems.isEmpty { world.noteUnsound() }
  }
}
