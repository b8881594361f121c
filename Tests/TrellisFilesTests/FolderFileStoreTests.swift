import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisFiles

/// What is particular to a folder of this machine.
@Suite struct FolderFileStoreTests {
  /// A store in one folder, with another folder beside it that it must not reach.
  private func withNeighbour(_ body: (_ files: FolderFileStore, _ home: URL, _ outside: URL) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let (home, outside) = (folder.appending(component: "home"), folder.appending(component: "outside"))
      for one in [home, outside] { try FileManager.default.createDirectory(at: one, withIntermediateDirectories: true) }
      try content(9, 9).write(to: outside.appending(component: "secret"))
      try await body(FolderFileStore(home), home, outside)
      #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["secret"], "nothing came or went outside")
      #expect(try Data(contentsOf: outside.appending(component: "secret")) == content(9, 9))
    }
  }

  private func link(_ place: URL, to target: URL) throws {
    try FileManager.default.createSymbolicLink(at: place, withDestinationURL: target)
  }

  @Test("a location is a file in the folder")
  func files() async throws {
    try await withTemporaryFolder { folder in
      let files = FolderFileStore(folder)
      try await files.write(content(1, 3), to: "/murals/a b/m1.jpg")
      let url = folder.appending(components: "murals", "a b", "m1.jpg")
      #expect(try Data(contentsOf: url) == content(1, 3))
      #expect(try await files.url(for: "murals/a b/m1.jpg").path == url.path)
      try content(2, 4).write(to: url)
      #expect(try await files.read("murals/a b/m1.jpg", maxSize: 10) == content(2, 4))
      try await files.delete("murals/a b/m1.jpg")
      #expect(!FileManager.default.fileExists(atPath: url.path))
    }
  }

  @Test("a write leaves nothing but the file")
  func leavesNothing() async throws {
    try await withTemporaryFolder { folder in
      let files = FolderFileStore(folder)
      for i in 0..<20 { try await files.write(content(1, 1000 * i), to: "f") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["f"])
    }
  }

  @Test("the folder is made when the first file is written")
  func makesFolder() async throws {
    try await withTemporaryFolder { folder in
      let files = FolderFileStore(folder.appending(components: "not", "yet"))
      await expectError(.notFound) { try await files.read("f", maxSize: 10) }
      try await files.delete("f")
      try await files.write(content(1, 1), to: "f")
      #expect(try await files.read("f", maxSize: 10) == content(1, 1))
    }
  }

  @Test("a link to a file outside is not followed, by no function")
  func linkedFile() async throws {
    try await withNeighbour { files, home, outside in
      try link(home.appending(component: "link"), to: outside.appending(component: "secret"))
      await expectError(.invalid, saying: ["/link", "leads out"]) { try await files.read("link", maxSize: 10) }
      await expectError(.invalid, saying: ["leads out"]) { try await files.url(for: "link") }
      await expectError(.invalid, saying: ["leads out"]) { try await files.write(content(1, 1), to: "link") }
      await expectError(.invalid, saying: ["leads out"]) { try await files.delete("link") }
    }
  }

  @Test("a link to a folder outside is not followed, neither to what is there nor to what is not")
  func linkedFolder() async throws {
    try await withNeighbour { files, home, outside in
      try link(home.appending(component: "dir"), to: outside)
      for location in ["dir/secret", "dir/new", "dir/new/er"] {
        await expectError(.invalid, saying: ["leads out"]) { try await files.read(location, maxSize: 10) }
        await expectError(.invalid, saying: ["leads out"]) { try await files.write(content(1, 1), to: location) }
        await expectError(.invalid, saying: ["leads out"]) { try await files.delete(location) }
        await expectError(.invalid, saying: ["leads out"]) { try await files.url(for: location) }
      }
    }
  }

  @Test("a link to something outside that is not there is not followed either")
  func danglingLink() async throws {
    try await withNeighbour { files, home, outside in
      try link(home.appending(component: "link"), to: outside.appending(component: "nothing"))
      try FileManager.default.createSymbolicLink(
        atPath: home.appending(component: "relative").path, withDestinationPath: "../outside/nothing")
      for location in ["link", "relative", "link/below"] {
        await expectError(.invalid, saying: ["leads out"]) { try await files.write(content(1, 1), to: location) }
        await expectError(.invalid, saying: ["leads out"]) { try await files.read(location, maxSize: 10) }
      }
    }
  }

  @Test("a link through a link, and one to the folder above, are not followed")
  func chains() async throws {
    try await withNeighbour { files, home, outside in
      try link(home.appending(component: "one"), to: home.appending(component: "two"))
      try link(home.appending(component: "two"), to: outside)
      try FileManager.default.createSymbolicLink(atPath: home.appending(component: "up").path, withDestinationPath: "..")
      for location in ["one/secret", "two/new", "up/outside/secret", "up/outside/new", "up/home/../outside/secret"] {
        await expectError(.invalid) { try await files.read(location, maxSize: 10) }
        await expectError(.invalid) { try await files.write(content(1, 1), to: location) }
      }
    }
  }

  @Test("a neighbour whose name begins like the folder's is outside")
  func similarNames() async throws {
    try await withTemporaryFolder { folder in
      let (home, neighbour) = (folder.appending(component: "store"), folder.appending(component: "store2"))
      for one in [home, neighbour] { try FileManager.default.createDirectory(at: one, withIntermediateDirectories: true) }
      try content(9, 9).write(to: neighbour.appending(component: "secret"))
      try link(home.appending(component: "link"), to: neighbour)
      await expectError(.invalid) { try await FolderFileStore(home).read("link/secret", maxSize: 10) }
    }
  }

  @Test("links within the folder are followed, and so is one to the folder itself")
  func linksWithin() async throws {
    try await withTemporaryFolder { folder in
      let (home, alias) = (folder.appending(component: "home"), folder.appending(component: "alias"))
      try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
      try link(alias, to: home)
      let files = FolderFileStore(alias)
      try await files.write(content(1, 1), to: "real/f")
      try link(home.appending(component: "dir"), to: home.appending(component: "real"))
      #expect(try await files.read("dir/f", maxSize: 10) == content(1, 1))
      try await files.write(content(2, 1), to: "dir/g")
      #expect(try await files.read("real/g", maxSize: 10) == content(2, 1))
    }
  }

  @Test("a folder is never replaced or deleted by a file's location")
  func folderAsLocation() async throws {
    try await withTemporaryFolder { folder in
      let files = FolderFileStore(folder)
      try await files.write(content(1, 1), to: "murals/m1.jpg")
      await expectError(.storageFailed, saying: ["/murals", "could not be written"]) { try await files.write(content(2, 1), to: "murals") }
      await expectError(.storageFailed, saying: ["/murals/m1.jpg/x"]) { try await files.write(content(2, 1), to: "murals/m1.jpg/x") }
      try FileManager.default.createDirectory(at: folder.appending(component: "empty"), withIntermediateDirectories: true)
      try await files.delete("empty")
      try await files.delete("murals")
      #expect(FileManager.default.fileExists(atPath: folder.appending(component: "empty").path))
      #expect(try await files.read("murals/m1.jpg", maxSize: 10) == content(1, 1))
    }
  }

  @Test("a name that the file system cannot have is an error of ours")
  func longNames() async throws {
    try await withTemporaryFolder { folder in
      let files = FolderFileStore(folder)
      let name = String(repeating: "x", count: 300)
      let error = await expectError(.storageFailed) { try await files.write(content(1, 1), to: name) }
      #expect(error?.underlying != nil)
      await expectError(.notFound) { try await files.read(name, maxSize: 10) }
    }
  }

  #if os(Linux)
    @Test("two spellings of one letter are two files")
    func spellings() async throws {
      for store in Store.allCases {
        try await store.run { files in
          try await files.write(content(1, 1), to: "\u{E9}")
          try await files.write(content(2, 1), to: "e\u{301}")
          #expect(try await files.read("\u{E9}", maxSize: 10) == content(1, 1))
          try await files.delete("\u{E9}")
          #expect(try await files.read("e\u{301}", maxSize: 10) == content(2, 1))
        }
      }
    }
  #endif
}
