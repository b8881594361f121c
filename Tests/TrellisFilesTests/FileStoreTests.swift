import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisFiles

/// What every file store promises.
@Suite struct FileStoreTests {
  @Test("what was written is read, byte by byte, also when empty", arguments: Store.allCases)
  func readsBack(_ store: Store) async throws {
    try await store.run { files in
      for data in [Data(), Data([0]), Data(0...255), content(7, 100_000)] {
        try await files.write(data, to: "/a/file.bin")
        #expect(try await files.read("/a/file.bin", maxSize: 100_000) == data)
      }
    }
  }

  @Test("writing again replaces all of it, also by less", arguments: Store.allCases)
  func replaces(_ store: Store) async throws {
    try await store.run { files in
      try await files.write(content(1, 1000), to: "f")
      try await files.write(content(2, 10), to: "f")
      #expect(try await files.read("f", maxSize: 1000) == content(2, 10))
    }
  }

  @Test("O-25.1, O-25.2: the limit is inclusive; beyond it the error names both sizes", arguments: Store.allCases)
  func limit(_ store: Store) async throws {
    try await store.run { files in
      try await files.write(content(1, 2_500_000), to: "exact.bin")
      try await files.write(content(1, 2_500_001), to: "one-more.bin")
      try await files.write(content(1, 8_433_073), to: "big.bin")
      #expect(try await files.read("exact.bin", maxSize: 2_500_000).count == 2_500_000)
      await expectError(.tooLarge, saying: ["/one-more.bin", "2500001", "2500000"]) {
        try await files.read("one-more.bin", maxSize: 2_500_000)
      }
      await expectError(.tooLarge, saying: ["/big.bin", "8433073", "2500000", "ask for more"]) {
        try await files.read("big.bin", maxSize: 2_500_000)
      }
      await expectError(.tooLarge) { try await files.read("exact.bin", maxSize: 0) }
      try await files.write(Data(), to: "empty")
      #expect(try await files.read("empty", maxSize: 0).isEmpty)
    }
  }

  @Test("what is not there is not found, and the error says what", arguments: Store.allCases)
  func notFound(_ store: Store) async throws {
    try await store.run { files in
      try await files.write(content(1, 1), to: "folder/file")
      for location in ["nothing", "/folder/other", "folder/file/below", "/folder", "folder/"] {
        let place = "/" + location.split(separator: "/").joined(separator: "/")
        await expectError(.notFound, saying: [place]) { try await files.read(location, maxSize: 10) }
        await expectError(.notFound, saying: [place]) { try await files.url(for: location) }
      }
    }
  }

  @Test("a deleted file is not found; deleting what is not there is no error", arguments: Store.allCases)
  func delete(_ store: Store) async throws {
    try await store.run { files in
      try await files.write(content(1, 1), to: "a/f")
      try await files.write(content(2, 1), to: "a/g")
      try await files.delete("/a/f")
      await expectError(.notFound) { try await files.read("a/f", maxSize: 10) }
      #expect(try await files.read("a/g", maxSize: 10) == content(2, 1))
      try await files.delete("a/f")
      try await files.delete("never/was")
      try await files.write(content(3, 1), to: "a/f")
      #expect(try await files.read("a/f", maxSize: 10) == content(3, 1))
    }
  }

  @Test("what lies above files is no file: it cannot be read or deleted", arguments: Store.allCases)
  func folders(_ store: Store) async throws {
    try await store.run { files in
      try await files.write(content(1, 1), to: "murals/2024/m1.jpg")
      for location in ["murals", "/murals/2024", "murals/2024/"] {
        await expectError(.notFound) { try await files.read(location, maxSize: 10) }
        try await files.delete(location)
      }
      #expect(try await files.read("murals/2024/m1.jpg", maxSize: 10) == content(1, 1), "the files in it are still there")
    }
  }

  @Test("a leading slash and empty pieces make no difference", arguments: Store.allCases)
  func spellings(_ store: Store) async throws {
    try await store.run { files in
      try await files.write(content(5, 3), to: "a/b/c")
      for location in ["/a/b/c", "a/b/c/", "//a///b//c"] {
        #expect(try await files.read(location, maxSize: 3) == content(5, 3))
      }
      try await files.delete("/a/b/c")
      await expectError(.notFound) { try await files.read("a/b/c", maxSize: 3) }
    }
  }

  @Test(
    "locations that no file may have are refused by every function",
    arguments: [
      "", "/", "///", ".", "..", "/../etc/passwd", "a/../../b", "a/..", "a/./b", "a/\u{0}/b", "a\nb", "\u{1F}", "a\u{7F}", "\u{0}",
    ], Store.allCases)
  func invalid(_ location: String, _ store: Store) async throws {
    try await store.run { files in
      await expectError(.invalid) { try await files.read(location, maxSize: 10) }
      await expectError(.invalid) { try await files.write(content(1, 1), to: location) }
      await expectError(.invalid) { try await files.delete(location) }
      await expectError(.invalid) { try await files.url(for: location) }
    }
  }

  @Test(
    "O-25.3: names with spaces, percents, signs and any script are names like others",
    arguments: [
      "users/a b/ph+to \u{E9}%.jpg", "%2E%2E/x", "a%20b", "a+b", "100%", "?q=1&r#s", "...", "..a", "a..", "-rf", "~", "~/x", "*",
      "'\"`$(x)",
      "C:\\x", "中文/😀.png", " ", " lead", "trail ", ".hidden", ";", "[0]",
    ], Store.allCases)
  func names(_ location: String, _ store: Store) async throws {
    try await store.run { files in
      try await files.write(content(1, 10), to: location)
      try await files.write(content(2, 10), to: "beside")
      #expect(try await files.read(location, maxSize: 10) == content(1, 10))
      let url = try await files.url(for: location)
      #expect(url.path(percentEncoded: false).hasSuffix("/" + location), "\(url)")
      try await files.delete(location)
      await expectError(.notFound) { try await files.read(location, maxSize: 10) }
      #expect(try await files.read("beside", maxSize: 10) == content(2, 10))
    }
  }

  @Test("different locations have different URLs", arguments: Store.allCases)
  func urls(_ store: Store) async throws {
    try await store.run { files in
      var urls: Set<URL> = []
      let locations = ["a", "a/b.jpg", "a b", "a%20b", "a+b", "b"]
      for location in locations where location != "a" {
        try await files.write(content(1, 1), to: location)
        urls.insert(try await files.url(for: location))
      }
      #expect(urls.count == locations.count - 1)
    }
  }

  @Test(
    "readers see the old or the new content, never a part", arguments: Store.allCases)
  func atomic(_ store: Store) async throws {
    try await store.run { files in
      let contents = [content(1, 300_000), content(2, 100_000), content(3, 1)]
      try await files.write(contents[0], to: "f")
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for i in 0..<150 { try await files.write(contents[i % 3], to: "f") } }
        for _ in 0..<3 {
          group.addTask {
            for _ in 0..<100 {
              let read = try await files.read("f", maxSize: 300_000)
              #expect(contents.contains(read), "\(read.count) bytes that nobody wrote")
              await Task.yield()
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test("many may write, read and delete at once", arguments: Store.allCases)
  func concurrent(_ store: Store) async throws {
    try await store.run { files in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for i in 0..<20 {
          group.addTask {
            for round in 0..<10 {
              let (own, data) = ("dir\(i % 3)/file\(i)", content(UInt8(i), 100 + round))
              try await files.write(data, to: own)
              #expect(try await files.read(own, maxSize: 1000) == data)
              // One that all write, read and delete.
              try await files.write(data, to: "shared/x")
              do { _ = try await files.read("shared/x", maxSize: 1000) } catch TrellisError.Code.notFound {}
              try await files.delete("shared/x")
            }
          }
        }
        try await group.waitForAll()
      }
      for i in 0..<20 { #expect(try await files.read("dir\(i % 3)/file\(i)", maxSize: 1000).count == 109) }
    }
  }
}
