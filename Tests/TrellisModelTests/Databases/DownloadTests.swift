import Foundation
import TestSupport
import Testing
import Trellis
import TrellisFiles
import TrellisTesting

@Suite(
  .database {
    let files = try MemoryFileStore([
      "/murals/m1.jpg": Data(repeating: 7, count: 1000), "/murals/m1-side.jpg": Data(), "ph+to \u{e9}%.jpg": Data([1, 2]),
    ])
    return try Database.inMemory(Sample.tree, files: files)
  })
struct DownloadTests {
  private final class Poster: Model, Queryable, StorageDownloadable {
    static let collection: TreePath = "posters"
    @Field("file/path") var location: String?
  }

  private func images() async throws -> [MuralImage] { try #require(try await Mural.find("m1")).images }

  @Test("the file that the field location names")
  func downloads() async throws {
    let images = try await images()
    #expect(try await images[0].download(maxSize: 1 << 20) == Data(repeating: 7, count: 1000))
    #expect(try await images[1].download(maxSize: 0) == Data())
  }

  @Test("O-25: the limit is inclusive; beyond it the error names both sizes")
  func limits() async throws {
    let image = try await images()[0]
    #expect(try await image.download(maxSize: 1000).count == 1000)
    let error = await expectError(.tooLarge) { try await image.download(maxSize: 999) }
    #expect(error?.message.contains("1000") == true)
    #expect(error?.message.contains("999") == true)
    await expectError(.tooLarge) { try await image.download(maxSize: 0) }
  }

  @Test("a property of that name keeps it elsewhere")
  func ownProperty() async throws {
    try await Database.current.set("posters/p1", ["file": ["path": "/ph+to \u{e9}%.jpg"], "location": "/murals/m1.jpg"])
    let poster = try #require(try await Poster.find("p1"))
    #expect(try await poster.download(maxSize: 10) == Data([1, 2]))
  }

  @Test("a pending location counts")
  func pending() async throws {
    let image = try await images()[0]
    image[raw: "location"] = "/ph+to \u{e9}%.jpg"
    #expect(try await image.download(maxSize: 10).count == 2)
  }

  @Test("a model that names no file, a file that is not there, and a place that is none")
  func missing() async throws {
    let image = try await images()[0]
    image[raw: "location"] = nil
    await expectError(.notFound, at: "murals/m1/images/i1") { try await image.download(maxSize: 10) }
    await expectError(.notFound, at: "murals/m1/images/i1") { try await image.downloadURL() }
    image[raw: "location"] = "/nothing.jpg"
    await expectError(.notFound) { try await image.download(maxSize: 10) }
    await expectError(.notFound) { try await image.downloadURL() }
    image[raw: "location"] = "/../../etc/passwd"
    await expectError(.invalid) { try await image.download(maxSize: 10) }
  }

  @Test("the URL of a file")
  func url() async throws {
    #expect(try await images()[0].downloadURL().path.hasSuffix("/murals/m1.jpg"))
  }

  @Test("a database without a place for files")
  func noStore() async throws {
    let database = try Database.inMemory(Sample.tree)
    let image = try #require(try await Mural.find("m1", in: database)).images[0]
    await expectError(.disconnected, at: "murals/m1/images/i1") { try await image.download(maxSize: 10) }
    await expectError(.disconnected, at: "murals/m1/images/i1") { try await image.downloadURL() }
    let withFiles = database.with(files: try MemoryFileStore(["murals/m1.jpg": Data([9])]))
    #expect(try await Mural.find("m1", in: withFiles)?.images[0].download(maxSize: 10) == Data([9]))
  }

  @Test("files in a folder")
  func folder() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = FolderFileStore(folder)
    try await files.write(Data([1, 2, 3]), to: "/murals/m1.jpg")
    let image = try #require(try await Mural.find("m1", in: Database.current.with(files: files))).images[0]
    #expect(try await image.download(maxSize: 3) == Data([1, 2, 3]))
    await expectError(.tooLarge) { try await image.download(maxSize: 2) }
    let url = try await image.downloadURL()
    #expect(try Data(contentsOf: url) == Data([1, 2, 3]))
  }
}
