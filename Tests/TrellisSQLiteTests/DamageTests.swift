import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisSQLite
import TrellisTree
import VectorSupport

/// Files that were cut or changed: they open as what they were, or the damage is told of. Nothing is made up.
@Suite(.hangGuard) struct DamageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// States that the database went through, as JSON.
  private func fill(_ database: Database, commits: Int) async throws -> Set<String> {
    var states: Set<String> = ["null"]
    for i in 0..<commits {
      try await database.update(
        "/", [TreePath(["list", TreeKey(i)]): .string(String(repeating: "mural \(i) ", count: 20)), "last": .int(Int64(i))])
      states.insert(try await database.json())
    }
    return states
  }

  @Test("the log cut at every byte of its tail: a prefix of the commits")
  func cutLog() async throws {
    let database = try await Database.open(at: folder.path(), durability: .normal)
    let states = try await fill(database, commits: 12)
    let (file, log) = (try folder.bytes(), try folder.bytes("murals.db-wal"))
    var found: Set<String> = []
    // A frame has 4120 bytes: every byte of two of them, or some of ten.
    let (step, tail) = ProcessInfo.processInfo.environment["TRELLIS_THOROUGH"] == nil ? (37, 40_000) : (1, 8_500)
    for end in stride(from: log.count, through: max(0, log.count - tail), by: -step) {
      try? FileManager.default.removeItem(atPath: folder.path("cut.db-shm"))
      try folder.write(file, to: "cut.db")
      try folder.write(log[..<end], to: "cut.db-wal")
      let cut = try await Database.open(at: folder.path("cut.db"), durability: .normal)
      found.insert(try await cut.json())
      try await cut.close()
    }
    #expect(found.isSubset(of: states))
    #expect(found.count > 2, "the cuts were felt")
    try await database.close()
  }

  @Test("the file cut at every byte of its tail: all of it, or an error")
  func cutFile() async throws {
    let database = try await Database.open(at: folder.path(), durability: .normal)
    _ = try await fill(database, commits: 60)
    let whole = try await database.json()
    try await database.close()
    let bytes = try folder.bytes()
    var refused = 0
    for end in stride(from: bytes.count - 1, through: max(1, bytes.count - 9000), by: -61) {
      try folder.write(bytes[..<end], to: "cut.db")
      do {
        let cut = try await Database.open(at: folder.path("cut.db"), durability: .normal)
        #expect(try await cut.json() == whole, "cut at \(end)")
        try await cut.close()
      } catch TrellisError.Code.damaged {
        refused += 1
      }
    }
    #expect(refused > 50)
  }

  @Test("single bytes changed anywhere: what it was, or an error; salvage never fails badly", arguments: 0..<4)
  func changedBytes(_ run: Int) async throws {
    var random = SeededRandom.announced("changed bytes \(run)")
    let database = try await Database.openFoldingOften(folder.path(), checkpointBytes: 20_000)
    let states = try await fill(database, commits: 80)
    let whole = try await database.get("list").tree
    try await database.close()
    let bytes = try folder.bytes()
    for _ in 0..<60 {
      var changed = bytes
      let at = random.below(bytes.count)
      changed[at] ^= UInt8(1 + random.below(255))
      try folder.write(changed, to: "bad.db")
      let problems = try? await DatabaseFile(at: folder.path("bad.db")).check()
      do {
        let bad = try await Database.open(at: folder.path("bad.db"), durability: .normal)
        let json = try await bad.json()
        // A byte that no row, page or header uses may change.
        #expect(states.contains(json) || problems != [], "byte \(at), seed \(random.seed)")
        try await bad.close()
      } catch let error as TrellisError {
        #expect([.damaged, .newerFormat, .storageFailed].contains(error.code), "\(error), byte \(at), seed \(random.seed)")
      }
      try folder.write(changed, to: "bad.db")
      try? FileManager.default.removeItem(atPath: folder.path("saved.db"))
      do {
        let found = try await DatabaseFile(at: folder.path("bad.db")).salvage(to: folder.path("saved.db"))
        #expect(found.rows > 0 || found.lostRows == 0)
        let saved = try await Database.open(at: folder.path("saved.db"), durability: .normal)
        for (key, node) in try await saved.get("list").children {
          #expect(node.tree == whole[key], "\(key), byte \(at), seed \(random.seed)")
        }
        try await saved.close()
      } catch let error as TrellisError {
        #expect([.damaged, .newerFormat, .storageFailed].contains(error.code), "\(error), byte \(at), seed \(random.seed)")
      }
    }
  }

  @Test("salvage writes the rest of a damaged file to a new one")
  func salvage() async throws {
    let database = try await Database.open(at: folder.path(), durability: .normal)
    _ = try await fill(database, commits: 60)
    // Else the commits would say what is lost.
    try await database.compact()
    try await database.close()
    var bytes = try folder.bytes()
    // In the middle of a row's text.
    let text = Array("mural 30 ".utf8)
    let at = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
    bytes[at + 1] = UInt8(ascii: "X")
    try folder.write(bytes, to: "bad.db")
    await expectError(.damaged, saying: ["bad.db", "list", "checksum", "salvage"]) { try await Database.open(at: folder.path("bad.db")) }
    #expect(try await DatabaseFile(at: folder.path("bad.db")).check().count == 1)
    let found = try await DatabaseFile(at: folder.path("bad.db")).salvage(to: folder.path("saved.db"))
    #expect(found.lostRows == 1)
    #expect(found.rows > 5)
    #expect(!found.isIncomplete)
    let saved = try await Database.open(at: folder.path("saved.db"))
    #expect(try await saved.commitNumber() == 60)
    let list = try await saved.get("list")
    #expect(list.count > 40 && list.count < 60)
    #expect(try await saved.get("list/0").string?.hasPrefix("mural 0 ") == true)
    #expect(!list["30"].exists)
    #expect(try folder.bytes("bad.db") == bytes, "the damaged file stays as it is")
    await expectError(.storageFailed, saying: ["there already"]) {
      try await DatabaseFile(at: folder.path("bad.db")).salvage(to: folder.path("saved.db"))
    }
  }
  @Test("what rows have lost and recent commits still say is saved, too")
  func salvageByHistory() async throws {
    let database = try await Database.open(at: folder.path(), durability: .normal)
    _ = try await fill(database, commits: 60)
    try await database.close()
    var bytes = try folder.bytes()
    let text = Array("mural 30 ".utf8)
    let places = bytes.indices.filter { bytes[$0] == text[0] && bytes[$0...].starts(with: text) && bytes[$0 - 1] != UInt8(ascii: " ") }
    for damaged in places {
      bytes[damaged + 1] = UInt8(ascii: "X")
      try folder.write(bytes, to: "bad.db")
      bytes[damaged + 1] = text[1]
      try? FileManager.default.removeItem(atPath: folder.path("saved.db"))
      try await DatabaseFile(at: folder.path("bad.db")).salvage(to: folder.path("saved.db"))
      let saved = try await Database.open(at: folder.path("saved.db"), readOnly: true)
      #expect(try await saved.get("list").count == 60, "byte \(damaged)")
    }
    #expect(places.count > 1)
  }
}
