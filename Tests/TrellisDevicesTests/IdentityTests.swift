import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisDevices
import TrellisTree

/// The id of an installation, and the cache that keeps it.
@Suite(.hangGuard) struct IdentityTests {
  /// A device that is what it is told to be.
  private struct Machine: DeviceInfoProvider {
    var fingerprint: String?
    func current() -> DeviceInfo { DeviceInfo(name: "Machine", os: "Linux", type: .linux) }
    func changes() -> AsyncStream<DeviceInfo> { AsyncStream { _ in } }
    var installationFingerprint: String? { fingerprint }
  }

  private struct BrokenCache: DeviceCache {
    func get(_ name: String) throws -> Data? { throw DeviceStoreError.cacheUnavailable("the disk is full") }
    func update(_ name: String, _ change: (Data?) throws -> Data?) throws -> Data? {
      throw DeviceStoreError.cacheUnavailable("the disk is full")
    }
  }

  private func store(_ cache: any DeviceCache, _ fingerprint: String? = nil) throws -> DeviceStore {
    try DeviceStore(
      database: .inMemory(), auth: StaticAuthProvider(AuthUser(uid: "ann")), messaging: NoMessagingProvider(),
      deviceInfo: Machine(fingerprint: fingerprint), cache: cache)
  }

  @Test("made once, and the same from then on")
  func stable() throws {
    let cache = InMemoryDeviceCache()
    let id = try store(cache, "m1").deviceID
    #expect(try store(cache, "m1").deviceID == id)
    #expect(try store(cache).deviceID == id, "a machine without fingerprint is not suspected")
    #expect(try store(InMemoryDeviceCache()).deviceID != id)
  }

  @Test("a cache that was copied to another machine makes a new id, and keeps settings only")
  func cloned() async throws {
    let cache = InMemoryDeviceCache()
    let first = try store(cache, "m1")
    try await first.settings.set("sound", "chime")
    try cache.set("pendingRemovals", Data(#"[{"userId":"ann","deviceId":"xxxxxxxx"}]"#.utf8))
    let second = try store(cache, "m2")
    #expect(second.deviceID != first.deviceID && second.settings.get("sound").string == "chime")
    #expect(cache.get("pendingRemovals") == nil)
    var events = second.events.makeAsyncIterator()
    try await second.subscribe()
    #expect(await events.next() == .identityReset(.clonedCache))
    #expect(try store(cache, "m2").deviceID == second.deviceID)
  }

  @Test("an id that cannot be read is made anew", arguments: ["{", "17", "\"short\"", "\"12345678\""])
  func lost(text: String) async throws {
    let cache = InMemoryDeviceCache()
    try cache.set("deviceId", Data(text.utf8))
    let store = try store(cache)
    #expect(store.deviceID.utf8.count == 36)
    var events = store.events.makeAsyncIterator()
    try await store.subscribe()
    #expect(await events.next() == .identityReset(.cacheLost))
    #expect(try self.store(cache).deviceID == store.deviceID)
  }

  @Test("without a cache that works it works all the same, and says so once")
  func unavailable() async throws {
    let store = try store(BrokenCache())
    var events = store.events.makeAsyncIterator()
    try await store.subscribe()
    var seen: [DeviceStoreEvent] = []
    while let event = await events.next() {
      seen.append(event)
      if case .registered(let device) = event {
        #expect(device == DeviceReference(userID: "ann", deviceID: store.deviceID))
        break
      }
    }
    let complaints = seen.filter { if case .cacheUnavailable = $0 { true } else { false } }
    #expect(complaints.count == 1, "\(seen)")
    try await store.signOut()
  }

  @Test("several who begin at once have one id")
  func racing() async throws {
    let folder = try Folder()
    let ids = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { try store(FileDeviceCache(folder: folder.path("cache"))).deviceID } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
  }
}

/// A folder that is gone with the test.
final class Folder: Sendable {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "trellis-devices-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func write(_ text: String, to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
