// Tests of an app: a database of its own for every case, and trees from files.
import Testing
import Trellis
import TrellisTesting

class Artist: Model, Queryable, Insertable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
}

struct ReadOnly: AccessPolicy {
  func admit(_ write: WriteRequest) throws { throw TrellisError(.permissionDenied, "read only") }
}

@Suite(.inMemoryDatabase(["artists": ["a1": ["country": "US"]]]))
struct ArtistTests {
  @Test(arguments: 0..<20) func insertingAddsOne(number: Int) async throws {
    try await Artist.insert { $0.country = "FR" }
    #expect(try await Artist.all().count == 2)
  }

  @Test(.inMemoryDatabase(json: "artists.json", policy: ReadOnly())) func refused() async throws {
    await #expect(throws: TrellisError.self) { try await Artist.insert { $0.country = "FR" } }
  }

  @Test(.database { Database.inMemory() }) func fixtures() async throws {
    let tree = try Fixture.tree(named: "artists.json")
    try await Database.current.set("artists", tree)
  }
}
