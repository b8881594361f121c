import TestSupport
import Testing
import Trellis
import TrellisRules
import TrellisTesting

/// What models say of a database: indexes, rules to begin with, and what they cannot read.
@Suite(.hangGuard) struct DatabaseSchemaTests {
  private enum Style: String, FieldValue, CaseIterable { case graffiti, mosaic, ours = "artist's" }
  private enum Grade: Int, FieldValue { case good = 1, better }

  private class Mural: Model, Queryable {
    static let collection: TreePath = "murals"
    @Field("name", .required) var name = ""
    @Field("likes") var likes = 0
    @Field("height") var height: Double?
    @Field("style") var style: Style?
    @Field("grade") var grade: Grade?
    @Field("isOpen") var isOpen = false
    @Field("tags") var tags: [String] = []
    @Field("place/city") var city: String?
  }

  private class Artist: Model, Queryable {
    static let collection: TreePath = "people/artists"
    @Field("name", .required) var name = ""
  }

  private let schema = DatabaseSchema(Mural.self, Artist.self)

  @Test("every field that can be ordered by is an index")
  func indexes() {
    #expect(
      schema.indexes.map { "\($0.collection) \($0.field)" } == [
        "/murals /grade", "/murals /height", "/murals /isOpen", "/murals /likes", "/murals /name", "/murals /place/city", "/murals /style",
        "/people/artists /name",
      ])
  }

  @Test("rules to begin with let through what models store, and nothing else; nobody is granted anything")
  func rules() async throws {
    let text = schema.rules
    #expect(try SecurityRules.formatted(text) == text)
    let rules = try SecurityRules(text)
    for index in schema.indexes {
      #expect(rules.missingIndex(for: try TreeQuery(index.collection).ordered(by: .child(index.field))) == nil)
    }
    let closed = Database.inMemory(policy: RulesPolicy(rules))
    #expect(await closed.denies(.read, "murals"))
    #expect(await closed.denies(.write, "murals/m1", ["name": "Great"]))
    let open = Database.inMemory(policy: RulesPolicy(try SecurityRules(text.replacing("\".write\": false", with: "\".write\": true"))))
    let good: Tree = [
      "name": "Great", "likes": 3, "height": 2.5, "style": "artist's", "grade": 2, "isOpen": true, "tags": ["a"],
      "place": ["city": "Orange"],
    ]
    #expect(await open.allows(.write, "murals/m1", good))
    for (path, value) in [
      ("name", nil), ("name", 5), ("likes", 1.5), ("likes", "x"), ("height", "x"), ("style", "fresco"), ("grade", true), ("isOpen", 1),
      ("place/city", 3),
    ] as [(TreePath, Tree)] {
      var wrong = good
      wrong[path: path] = value
      #expect(await open.denies(.write, "murals/m1", wrong), "\(path) \(value)")
    }
    #expect(await open.denies(.write, "people/artists/a1", ["born": 1950]))
  }

  @Test("what models cannot read is found, each place")
  func problems() async throws {
    let database = try Database.inMemory([
      "murals": [
        "m1": ["name": "Great", "likes": 3], "m2": ["likes": "many", "style": "fresco"], "m3": ["name": "Small", "place": ["city": 5]],
      ],
      "people": ["artists": ["a1": ["name": true]]],
    ])
    let problems = try await schema.problems(in: database)
    #expect(
      problems.map { "\($0.path ?? "/")" } == [
        "/murals/m2/name", "/murals/m2/likes", "/murals/m2/style", "/murals/m3/place/city", "/people/artists/a1/name",
      ])
    #expect(problems.allSatisfy { $0.code == .typeMismatch })
    #expect(try await schema.problems(in: database, most: 2).count == 2)
    try await database.remove("murals/m2")
    try await database.set("murals/m3/place/city", "Orange")
    try await database.remove("people")
    #expect(await database.conforms(to: Mural.self, Artist.self))
  }
}
