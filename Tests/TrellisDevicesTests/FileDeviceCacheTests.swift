import Foundation
import TestSupport
import Testing
import TrellisDevices

/// A cache in files: as a whole or as it was, for one user, and for several processes.
@Suite(.hangGuard, .waiting) struct FileDeviceCacheTests {
  private func permissions(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test("what is set is there, also for another opening, until it is removed")
  func values() throws {
    let folder = try Folder()
    let cache = try FileDeviceCache(folder: folder.path("a/b"))
    #expect(try cache.get("x") == nil)
    let large = Data((0..<100_000).map { UInt8($0 % 251) })
    try cache.set("x", large)
    let other = try FileDeviceCache(folder: folder.path("a/b"))
    #expect(try other.get("x") == large)
    try other.update("x") { Data(($0 ?? Data()).prefix(3)) }
    #expect(try cache.get("x") == Data([0, 1, 2]))
    try cache.remove("x")
    try cache.remove("x")
    #expect(try other.get("x") == nil)
  }

  @Test("nobody else on the machine can read it")
  func rights() throws {
    let folder = try Folder()
    let path = folder.path("cache")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let cache = try FileDeviceCache(folder: path)
    try cache.set("x", Data([1]))
    #expect(try permissions(path) == 0o700)
    for name in ["x.json", "lock"] { #expect(try permissions("\(path)/\(name)") == 0o600, "\(name)") }
  }

  @Test("what a crash has left beside a value does no harm, and a change that throws changes nothing")
  func leftovers() throws {
    let folder = try Folder()
    let cache = try FileDeviceCache(folder: folder.path("cache"))
    try cache.set("x", Data([1]))
    try folder.write("half of a val", to: "cache/x.json.new")
    #expect(try cache.get("x") == Data([1]))
    struct No: Error {}
    #expect(throws: No.self) { try cache.update("x") { _ in throw No() } }
    #expect(try cache.get("x") == Data([1]))
    try cache.set("x", Data([2]))
    #expect(try cache.get("x") == Data([2]))
    #expect(!FileManager.default.fileExists(atPath: folder.path("cache/x.json.new")))
  }

  @Test("a folder that cannot be made is an error that names it")
  func noFolder() throws {
    let folder = try Folder()
    try folder.write("a file", to: "file")
    #expect {
      try FileDeviceCache(folder: folder.path("file/cache"))
    } throws: { error in
      if case DeviceStoreError.cacheUnavailable(let reason) = error { reason.contains("file") } else { false }
    }
  }

  /// Counts in several processes, some of which are killed.
  @Test("processes that change a value at the same time lose nothing, and those that are killed harm nothing")
  func processes() throws {
    let folder = try Folder()
    let path = folder.path("cache")
    let cache = try FileDeviceCache(folder: path)
    let victims = try (0..<2).map { _ in try counter(path, "victim", 1_000_000) }
    let counters = try (0..<3).map { _ in try counter(path, "n", 200) }
    while try cache.get("victim") == nil { _ = try cache.update("others") { $0 } }
    for victim in victims { kill(victim.processIdentifier, SIGKILL) }
    for process in counters + victims { process.waitUntilExit() }
    #expect(counters.allSatisfy { $0.terminationStatus == 0 })
    #expect(try cache.get("n") == Data("600".utf8))
    let left = try #require(try cache.get("victim").flatMap { Int(String(decoding: $0, as: UTF8.self)) })
    #expect(left > 0)
    try cache.set("victim", Data("0".utf8))
  }

  private func counter(_ folder: String, _ name: String, _ count: Int) throws -> Process {
    let candidates = [CommandLine.arguments[0]] + Bundle.allBundles.map(\.bundlePath)
    let files = candidates.map { URL(filePath: $0).deletingLastPathComponent().appending(path: "cache-counter") }
    let process = Process()
    let found = files.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    #expect(found != nil, "cache-counter is not among the products")
    process.executableURL = found
    process.arguments = [folder, name, "\(count)"]
    try process.start()
    return process
  }
}
