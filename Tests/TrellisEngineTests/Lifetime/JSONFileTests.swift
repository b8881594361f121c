import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// A database that starts with the content of a file, which is read in pieces.
@Suite struct JSONFileTests {
  /// Runs with a file of this content, which is removed afterwards.
  private func withFile(_ content: Data, _ body: (URL) async throws -> Void) async throws {
    let url = FileManager.default.temporaryDirectory.appending(component: "trellis-\(UUID().uuidString).json")
    try content.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try await body(url)
  }

  @Test("a file of many pieces gives what its text in one gives")
  func manyPieces() async throws {
    let records = (0..<20_000).map { "\"key \($0)\": {\"name\": \"Å name of some length \($0)\", \"size\": \($0).5}" }
    let text = Data("{\"murals\": {\(records.joined(separator: ",\n"))}}".utf8)
    #expect(text.count > 1_000_000)
    try await withFile(text) { url in
      let database = try Database.inMemory(jsonFile: url)
      #expect(try await database.json() == Database.inMemory(json: text).json())
      #expect(try await database.get("murals").count == 20_000)
    }
  }

  @Test("an error says line and column in the file, and its path")
  func errors() async throws {
    let filling = String(repeating: " \n", count: 200_000)
    try await withFile(Data("{\"murals\": {\(filling)\"m1\": [1, 2,\n\(filling) tru]}}".utf8)) { url in
      await expectError(.invalid, saying: ["line 400002, column 2", "/murals/m1/2"]) { try Database.inMemory(jsonFile: url) }
    }
  }

  @Test("limits of writes hold for files: depth, path length")
  func limits() async throws {
    let deep = String(repeating: "{\"a\":", count: 33) + "1" + String(repeating: "}", count: 33)
    try await withFile(Data(deep.utf8)) { url in
      await expectError(.invalid, saying: ["33 levels"]) { try Database.inMemory(jsonFile: url) }
    }
    let key = String(repeating: "k", count: 300)
    try await withFile(Data("{\"\(key)\": {\"\(key)\": {\"\(key)\": 1}}}".utf8)) { url in
      await expectError(.invalid, saying: ["768 are allowed"]) { try Database.inMemory(jsonFile: url) }
    }
  }

  @Test("a file that is not there, and one that is a folder")
  func missing() async throws {
    let url = FileManager.default.temporaryDirectory.appending(component: "trellis-\(UUID().uuidString)")
    await expectError(.notFound, saying: [url.lastPathComponent]) { try Database.inMemory(jsonFile: url) }
    await expectError(.storageFailed) { try Database.inMemory(jsonFile: FileManager.default.temporaryDirectory) }
  }
}
