import Foundation
import TestSupport
import Testing
import Trellis
import TrellisFiles
import TrellisTesting

/// What `TrellisTesting` gives to those who test their models.
@Suite(.inMemoryDatabase(["artists": ["a1": ["country": "US"]]]))
struct DatabaseTraitTests {
  @Test(arguments: 0..<10)
  func everyCaseHasItsOwnDatabase(number: Int) async throws {
    #expect(try await Artist.all().count == 1)
    try await Artist.insert { $0.country = "FR" }
    #expect(try await Artist.all().count == 2)
  }

  @Test func everyTestOfASuiteHasItsOwn() async throws {
    #expect(try await Artist.all().count == 1)
    try await Database.current.remove("artists")
  }

  @Test func noneSeesAnothers() async throws { #expect(try await Artist.all().count == 1) }

  @Test(.inMemoryDatabase(["artists": ["x1": ["country": "MX"], "x2": ["country": "GB"]]]))
  func aTestsOwnTraitWinsOverItsSuites() async throws {
    #expect(try await Artist.all().map(\.country) == ["MX", "GB"])
  }

  @Test(.inMemoryDatabase())
  func withoutATreeItIsEmpty() async throws {
    #expect(try await Artist.all().isEmpty)
    #expect(try await Database.current.json(.root) == "null")
  }

  @Test(.inMemoryDatabase(["artists": ["a1": ["country": "US"]]], policy: Lockable("artists")))
  func aPolicyHoldsFromTheStart() async throws {
    #expect(try await Artist.all().count == 1)
    await expectError(.permissionDenied) { try await Artist.insert { $0.country = "FR" } }
  }

  @Test(.inMemoryDatabase(["artists": ["a1": ["seen": .timestamp]]]))
  func serverValuesOfAFixtureAreFilledIn() async throws {
    #expect(try await Database.current.get("artists/a1/seen").int != nil)
  }

  @Test(
    .database {
      Database(try TestDatastore(Sample.tree), files: try MemoryFileStore(["/murals/m1.jpg": Data([1])]), auth: Auth(uid: "alice"))
    })
  func anyDatabaseWillDo() async throws {
    #expect(Database.current.datastore is TestDatastore)
    #expect(Database.current.auth?.uid == "alice")
    let mural = try #require(try await Mural.find("m1"))
    #expect(try await mural.images[0].download(maxSize: 1).count == 1)
  }

  @Test @MainActor func testsOnTheMainActorToo() async throws {
    let artist = try #require(try await Artist.find("a1"))
    try await artist.set(\.$country, to: "MX")
    #expect(artist.country == "MX")
  }

  @Suite struct Nested {
    @Test func suitesInsideInherit() async throws { #expect(try await Artist.all().map(\.country) == ["US"]) }
  }

  @Suite(.inMemoryDatabase(["artists": ["n1": ["country": "NO"]]])) struct NestedWithItsOwn {
    @Test func theInnermostWins() async throws { #expect(try await Artist.all().map(\.country) == ["NO"]) }
  }
}
