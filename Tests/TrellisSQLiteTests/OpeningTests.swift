import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisSQLite
import TrellisTree

/// What opening does with files that are in use, damaged, or none.
@Suite(.hangGuard) struct OpeningTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func made(_ tree: Tree = ["a": 1]) async throws -> Database {
    let database = try await Database.open(at: folder.path(), durability: .normal)
    try await database.set("/", tree)
    return database
  }

  // MARK: Two at once

  @Test("a second writer is refused, and told who has it; once it is closed it may")
  func secondWriter() async throws {
    let database = try await made()
    await expectError(.inUse, saying: ["this very process", "readOnly", folder.path()]) { try await Database.open(at: folder.path()) }
    try await database.close()
    let second = try await Database.open(at: folder.path())
    await expectError(.inUse) { try await Database.open(at: folder.path()) }
    try await second.close()
  }

  @Test("by whatever name it is opened, one may write")
  func links() async throws {
    let database = try await made()
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.db"), withDestinationPath: folder.path())
    await expectError(.inUse) { try await Database.open(at: folder.path("link.db")) }
    await expectError(.inUse) { try await Database.open(at: folder.url.appending(path: "../\(folder.url.lastPathComponent)/murals.db")) }
    try await database.close()
    #expect(try await Database.open(at: folder.path("link.db")).json() == #"{"a":1}"#)

    try FileManager.default.createSymbolicLink(atPath: folder.path("early.db"), withDestinationPath: folder.path("late.db"))
    let early = try await Database.open(at: folder.path("early.db"))
    await expectError(.inUse) { try await Database.open(at: folder.path("late.db")) }
    try await early.close()
  }

  @Test("a path that names no file", arguments: ["", ":memory:"])
  func noFile(_ path: String) async {
    await expectError(.invalid, saying: ["inMemory"]) { try await Database.open(at: path) }
  }

  @Test("a lock file left by a process that is gone is no hindrance")
  func staleLock() async throws {
    try await made().close()
    try folder.write("process 4194303\n".utf8, to: "murals.db-lock")
    #expect(try await Database.open(at: folder.path()).json() == #"{"a":1}"#)
  }

  @Test("a reader sees whole commits, as of its opening and of each refresh, and takes no writes")
  func reader() async throws {
    let database = try await made()
    let reader = try await Database.open(at: folder.path(), readOnly: true)
    #expect(try await reader.json() == #"{"a":1}"#)
    var values = reader.observe("a").makeAsyncIterator()
    #expect(try await values.next()?.tree == 1)

    try await database.update("/", ["a": 2, "b": 2])
    #expect(try await reader.json() == #"{"a":1}"#)
    try await reader.refresh()
    #expect(try await reader.json() == #"{"a":2,"b":2}"#)
    #expect(try await values.next()?.tree == 2)
    #expect(try await reader.commitNumber() == database.commitNumber())

    // The log that the reader followed is folded away.
    for i in 0..<3 { try await database.set("c", .int(Int64(i))) }
    try await database.compact()
    try await database.set("a", 3)
    try await reader.refresh()
    #expect(try await reader.json() == #"{"a":3,"b":2,"c":2}"#)
    #expect(try await values.next()?.tree == 3)
    #expect(try await reader.commitNumber() == database.commitNumber())
    try await reader.refresh()

    await expectError(.readOnly, saying: [folder.path()]) { try await reader.set("a", 4) }
    await expectError(.readOnly) { try await reader.transaction("a") { _ in 4 } }
    try await reader.close()
    try await reader.close()
    await expectError(.closed) { try await reader.refresh() }
    try await database.close()
  }

  @Test("a reader has what it saw last, and looks again for the latest")
  func readPolicies() async throws {
    let database = try await made()
    let reader = try await Database.open(at: folder.path(), readOnly: true)
    let query = try TreeQuery("/").ordered(by: .key)
    try await database.set("b", 2)
    for handle in [reader, reader.reading(.cached)] {
      let result = try await handle.get(query)
      #expect(result.keys == ["a"])
      #expect(result.source == .cached)
      #expect(try await handle.nodes(["b"]).source == .cached)
    }
    let (nodes, source) = try await reader.reading(.latest).nodes(["b"])
    #expect(nodes[0].tree == 2)
    #expect(source == .latest)
    try await database.set("c", 3)
    let latest = try await reader.reading(.latest).get(query)
    #expect(latest.keys == ["a", "b", "c"])
    #expect(latest.source == .latest)
    // Who has looked at one place has looked at all.
    #expect(try await reader.get("c").tree == 3)
    try await database.close()
    try await reader.close()
  }

  @Test("many tasks refresh at once, while another writes and folds")
  func refreshing() async throws {
    let database = try await Database.openFoldingOften(folder.path())
    try await database.update("/", ["x": 0, "y": 0])
    let reader = try await Database.open(at: folder.path(), readOnly: true)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for i in 1...200 as ClosedRange<Int64> { try await database.update("/", ["x": .int(i), "y": .int(i)]) }
      }
      for _ in 0..<4 {
        group.addTask {
          var last: Int64 = 0
          for _ in 0..<50 {
            try await reader.refresh()
            let state = try await reader.get("/")
            #expect(state["x"].int == state["y"].int)
            #expect(state["x"].int ?? 0 >= last)
            last = state["x"].int ?? 0
          }
        }
      }
      try await group.waitForAll()
    }
    try await reader.refresh()
    #expect(try await reader.json() == database.json())
    #expect(try await reader.commitNumber() == database.commitNumber())
    try await database.close()
    try await reader.close()
  }

  @Test("a reader whose file is removed or replaced is told so")
  func replaced() async throws {
    try await made().close()
    let reader = try await Database.open(at: folder.path(), readOnly: true)
    try await reader.refresh()
    try FileManager.default.moveItem(atPath: folder.path(), toPath: folder.path() + "-moved")
    await expectError(.notFound, saying: [folder.path(), "open it again"]) { try await reader.refresh() }
    try await made().close()
    await expectError(.notFound) { try await reader.refresh() }
    #expect(try await reader.json() == #"{"a":1}"#)
    try await reader.close()
  }

  @Test("a reader of a closed file")
  func readerAlone() async throws {
    try await made().close()
    let reader = try await Database.open(at: folder.path(), readOnly: true)
    #expect(try await reader.json() == #"{"a":1}"#)
    let writer = try await Database.open(at: folder.path())
    try await writer.set("a", 2)
    try await reader.refresh()
    #expect(try await reader.json() == #"{"a":2}"#)
    try await writer.close()
    try await reader.close()
  }

  @Test("a backup of a database that is being written to is a whole one")
  func backup() async throws {
    let database = try await made(["x": 0, "y": 0])
    let writing = Task {
      for i in 1...300 as ClosedRange<Int64> { try await database.update("/", ["x": .int(i), "y": .int(i)]) }
    }
    for i in 0..<5 {
      try await DatabaseFile(at: folder.path()).backup(to: folder.path("copy\(i).db"))
      let copy = try await Database.open(at: folder.path("copy\(i).db"))
      #expect(try await copy.get("x").int == copy.get("y").int)
      try await copy.close()
    }
    try await writing.value
    await expectError(.storageFailed, saying: ["there already"]) {
      try await DatabaseFile(at: folder.path()).backup(to: folder.path("copy0.db"))
    }
    await expectError(.storageFailed) { try await DatabaseFile(at: folder.path()).backup(to: folder.path("no/such/folder.db")) }
    #expect(!folder.names.contains { $0.hasSuffix(".part") })
  }

  // MARK: Files that are none

  @Test("no such folder, no such file, a folder, another kind of file, another program's database")
  func others() async throws {
    await expectError(.storageFailed, saying: ["no/such"]) { try await Database.open(at: folder.path("no/such/folder.db")) }
    await expectError(.storageFailed) { try await Database.open(at: folder.path("none.db"), readOnly: true) }
    #expect(!folder.names.contains("none.db"))
    await expectError(.storageFailed) { try await Database.open(at: folder.url.path) }
    try folder.write(String(repeating: "not a database. ", count: 100).utf8, to: "text.db")
    await expectError(.damaged, saying: ["text.db", "salvage"]) { try await Database.open(at: folder.path("text.db")) }
    #expect(String(decoding: try folder.bytes("text.db"), as: UTF8.self).hasPrefix("not a database"), "it is left as it was")
    try await made().close()
    var bytes = try folder.bytes()
    bytes.replaceSubrange(68..<72, with: [0, 0, 0, 1])
    try folder.write(bytes, to: "other.db")
    await expectError(.damaged, saying: ["not a database of Trellis"]) { try await Database.open(at: folder.path("other.db")) }
  }

  @Test("a file of a later version is refused, by its number")
  func newer() async throws {
    try await made().close()
    var bytes = try folder.bytes()
    #expect(bytes[63] == 1)
    bytes[63] = 9
    try folder.write(bytes, to: "murals.db")
    await expectError(.newerFormat, saying: ["format 9", "up to format 1"]) { try await Database.open(at: folder.path()) }
    await expectError(.newerFormat) { try await Database.open(at: folder.path(), readOnly: true) }
    await expectError(.newerFormat) { try await DatabaseFile(at: folder.path()).check() }
  }

  @Test("an empty file becomes a database")
  func empty() async throws {
    try folder.write([], to: "murals.db")
    #expect(try await made().json() == #"{"a":1}"#)
  }
}
