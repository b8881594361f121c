import Foundation
import TestSupport
import Testing
import Trellis
import TrellisFiles
import TrellisTesting

/// The completion-handler forms: their handlers run on the main actor, once, later than the call.
@Suite(.inMemoryDatabase(Sample.tree), .hangGuard)
@MainActor
struct CompletionTests {
  /// Starts an operation and returns what its handler made of the result.
  private func result<Value, Made: Sendable>(
    _ start: (@escaping ModelCompletion<Value>) -> Void, _ make: @escaping @MainActor @Sendable (Value) -> Made,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Made {
    let returned = Flag()
    return try await withCheckedThrowingContinuation { continuation in
      start { result in
        MainActor.assertIsolated()
        #expect(returned.isSet, "the handler ran before the call returned", sourceLocation: sourceLocation)
        switch result {
        case .success(let value): continuation.resume(returning: make(value))
        case .failure(let error): continuation.resume(throwing: error)
        }
      }
      returned.isSet = true
    }
  }

  @MainActor private final class Flag { var isSet = false }

  private func done<Value>(_ start: (@escaping ModelCompletion<Value>) -> Void) async throws {
    try await result(start) { _ in }
  }

  @Test func all() async throws {
    #expect(try await result({ Artist.all(completion: $0) }, { $0.map(\.firstName) }) == ["Mary", "Kerry", "Ana", "Joe"])
    let other = try Database.inMemory(["artists": ["x": ["firstName": "X"]]])
    #expect(try await result({ Artist.all(in: other, completion: $0) }, { $0.map(\.firstName) }) == ["X"])
    await expectError(.disconnected) { try await done { Artist.all(in: .unbound, completion: $0) } }
  }

  @Test func find() async throws {
    #expect(try await result({ Artist.find("a1", completion: $0) }, { $0?.firstName }) == "Mary")
    #expect(try await result({ Artist.find("nobody", completion: $0) }, { $0 == nil }))
    try await Database.current.set("artists/a1/born", "long ago")
    await expectError(.typeMismatch) { try await done { Artist.find("a1", completion: $0) } }
  }

  @Test func load() async throws {
    let artist = Artist.keyOnly("a1")
    try await done(artist.load)
    #expect(artist.firstName == "Mary")
    await expectError(.disconnected) { try await done(Artist().load) }
  }

  @Test func fetch() async throws {
    #expect(try await result(Artist.where(\.$country, equals: "US").fetch) { $0.map(\.key) } == ["a1", "a4"])
    #expect(try await result(Artist.ordered(by: \.$born).last(1).fetchFirst) { $0?.firstName } == "Joe")
    #expect(try await result(Artist.where(\.$country, equals: "none").fetchFirst) { $0 == nil })
    await expectError(.invalid) { try await done(Artist.first(0).fetch) }
    await expectError(.invalid) { try await done(Artist.first(0).fetchFirst) }
  }

  @Test func insert() async throws {
    let key = try await result(
      {
        Artist.insert(
          {
            MainActor.assertIsolated()
            $0.firstName = "New"
          }, completion: $0)
      }, { $0.key })
    #expect(try await Artist.find(key)?.firstName == "New")
    await expectError(.invalid) { try await done { Artist.insert({ _ in }, completion: $0) } }
    await #expect(throws: CancellationError.self) { try await done { Artist.insert({ _ in throw CancellationError() }, completion: $0) } }
  }

  @Test func save() async throws {
    let artist = try #require(try await Artist.find("a1"))
    artist.born = 1908
    try await done(artist.save)
    try await done { artist.set(\.$country, to: "MX", completion: $0) }
    #expect(try await Artist.find("a1")?.born == 1908)
    #expect(try await Artist.find("a1")?.country == "MX")
    try await Database.current.close()
    artist.born = 1909
    await expectError(.closed) { try await done(artist.save) }
    await expectError(.closed) { try await done { artist.set(\.$country, to: "US", completion: $0) } }
    #expect(artist.hasChanges)
  }

  @Test func delete() async throws {
    let artist = try #require(try await Artist.find("a1"))
    try await done(artist.delete)
    #expect(!artist.exists)
    #expect(try await Artist.find("a1") == nil)
    await expectError(.disconnected) { try await done(Artist().delete) }
  }

  @Test func links() async throws {
    let mural = try #require(try await Mural.find("m1"))
    #expect(try await result(mural.artists.load) { $0.map(\.firstName) } == ["Mary", "Kerry"])
    try await done { mural.artists.add("a3", completion: $0) }
    #expect(try await Mural.find("m1")?.artists.count == 3)
    try await Database.current.close()
    await expectError(.closed) { try await done(mural.artists.load) }
    await expectError(.closed) { try await done { mural.artists.add("a4", completion: $0) } }
  }

  @Test func files() async throws {
    let database = Database.current.with(files: try MemoryFileStore(["/murals/m1.jpg": Data([1, 2])]))
    let image = try #require(try await Mural.find("m1", in: database)).images[0]
    #expect(try await result({ image.download(maxSize: 2, completion: $0) }, { $0 }) == Data([1, 2]))
    #expect(try await result(image.downloadURL) { $0.lastPathComponent } == "m1.jpg")
    await expectError(.tooLarge) { try await done { image.download(maxSize: 1, completion: $0) } }
    image[raw: "location"] = nil
    await expectError(.notFound) { try await done(image.downloadURL) }
  }

  @Test("models that arrive may be kept and used")
  func keeping() async throws {
    final class List { var artists: [Artist] = [] }
    let list = List()
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Artist.all { result in
        list.artists = (try? result.get()) ?? []
        continuation.resume()
      }
    }
    try await list.artists[0].set(\.$born, to: 1)
    #expect(try await Artist.find("a1")?.born == 1)
  }
}
