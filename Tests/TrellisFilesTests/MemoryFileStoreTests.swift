import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisFiles

/// What is particular to files in memory, and how a database comes by its files.
@Suite struct MemoryFileStoreTests {
  @Test("starts with files; a location that is none is refused at once")
  func start() async throws {
    let files = try MemoryFileStore(["/murals/m1.jpg": content(1, 3), "other": content(2, 2)])
    #expect(try await files.read("murals/m1.jpg", maxSize: 3) == content(1, 3))
    #expect(try await files.read("/other", maxSize: 3) == content(2, 2))
    await expectError(.invalid, saying: ["..", "no file may be named"]) { try MemoryFileStore(["a/../b": Data()]) }
    await expectError(.invalid, saying: ["empty", "name one"]) { try MemoryFileStore(["/": Data()]) }
  }

  @Test("its URLs name the file and nothing more")
  func urls() async throws {
    let files = try MemoryFileStore(["a b/ph+to \u{E9}%.jpg": content(1, 3)])
    let url = try await files.url(for: "/a b/ph+to \u{E9}%.jpg")
    #expect(url.scheme == "memory")
    #expect(url.path(percentEncoded: false) == "/a b/ph+to \u{E9}%.jpg")
  }

  @Test("two stores share nothing")
  func independent() async throws {
    let (one, two) = (try MemoryFileStore(), try MemoryFileStore())
    try await one.write(content(1, 1), to: "f")
    await expectError(.notFound) { try await two.read("f", maxSize: 10) }
  }

  @Test("a database hands on the files it was given, whoever asks")
  func database() async throws {
    let files = try MemoryFileStore(["f": content(1, 1)])
    let database = Database.unbound.with(files: files).as(Auth(uid: "alice"))
    #expect(try await database.files?.read("f", maxSize: 1) == content(1, 1))
    #expect(Database.unbound.files == nil)
  }
}
