import Foundation
import TrellisDatabase
import TrellisDevices
import TrellisEngine
import TrellisRules
import TrellisSQLite
import TrellisTree

/// A database with the collection's rules, and the devices that use it.
final class World: Sendable {
  enum Storage: String, CaseIterable, Sendable { case memory, sqlite }

  let database: Database
  let clock: ManualClock
  let administration: DeviceAdministration
  let configuration: DeviceStoreConfiguration
  private let devices = Locked<[SimulatedDevice]>([])
  private let activity = Locked(0)
  private let folder: URL?
  private let unsound = Locked(false)

  /// - Parameter ticks: whether each write takes a millisecond, so that no two have the same time.
  init(_ storage: Storage, _ configuration: DeviceStoreConfiguration, at milliseconds: Int64, ticks: Bool = false) async throws {
    let clock = ManualClock(milliseconds)
    self.clock = clock
    self.configuration = configuration
    let policy = RulesPolicy(try SecurityRules(try DeviceRules.text(configuration)))
    let journal: any Journal
    switch storage {
    case .memory: (journal, folder) = (MemoryJournal(), nil)
    case .sqlite:
      let folder = FileManager.default.temporaryDirectory.appending(path: "trellis-devices-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      self.folder = folder
      journal = try SQLiteJournal(folder.appending(path: "devices.db").path, durability: .normal)
    }
    let datastore = try await LocalDatastore.open(journal, policy: policy) { ticks ? clock.tick() : clock.milliseconds }
    database = Database(datastore)
    administration = try DeviceAdministration(database, configuration: configuration)
  }

  func close() async throws {
    for device in devices.withLock(\.self) { device.killAll() }
    try await database.close()
    if let folder { try FileManager.default.removeItem(at: folder) }
  }

  func add(_ device: SimulatedDevice) { devices.withLock { $0.append(device) } }

  /// Whether nothing has been found to be wrong with it.
  var isSound: Bool { !unsound.withLock(\.self) }
  func noteUnsound() { unsound.withLock { $0 = true } }

  func noteActivity() { activity.withLock { $0 += 1 } }

  /// Those who listen hear of a write.
  func tell(of commit: Commit) {
    noteActivity()
    for device in devices.withLock(\.self) { device.tell(of: commit) }
  }

  var root: Tree { get async throws { try await database.as(.administrator).get("/").tree } }

  // MARK: What the server does

  func remove(_ path: TreePath) async throws {
    tell(of: try await database.as(.administrator).remove(path))
  }

  /// Runs something of the server's, and tells those who listen of what it has written.
  func serve<Value>(_ body: (DeviceAdministration) async throws -> Value) async throws -> Value {
    let number = try await database.commitNumber()
    let value = try await body(administration)
    let count = try await database.commitNumber() - number
    if count > 0 { for commit in try await database.datastore.recentCommits(Int(count)) { tell(of: commit) } }
    return value
  }

  // MARK: Waiting

  /// Returns once every instance has done what it can do by itself.
  func settle() async {
    while true {
      let before = activity.withLock(\.self)
      let devices = devices.withLock(\.self)
      if devices.allSatisfy(\.isQuiet), activity.withLock(\.self) == before { return }
      await Task.yield()
    }
  }

  /// The same, and the server has removed what has lost its token.
  func settleWithReconciler() async throws {
    repeat { await settle() } while try await !serve { try await $0.reconcile() }.isEmpty
  }
}
