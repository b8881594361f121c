import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Relations that both sides keep: every change of a link is one write of both maps.
@Suite(.inMemoryDatabase(Sample.frescos))
struct InverseTests {
  private func fresco(_ key: TreeKey) async throws -> Ceiling { try #require(try await Ceiling.find(key)) }
  private func painter(_ key: TreeKey) async throws -> Painter { try #require(try await Painter.find(key)) }

  private func inStep(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    #expect(try await Ceiling.problems(of: \.$painters).isEmpty, sourceLocation: sourceLocation)
    #expect(try await Ceiling.problems(of: \.$patrons).isEmpty, sourceLocation: sourceLocation)
  }

  @Test("the other side knows who links to it")
  func reading() async throws {
    let ugo = try await painter("p2")
    #expect(ugo.frescos.keys == ["f1", "f2"])
    #expect(try await ugo.frescos.load().map(\.name) == ["Flood", "Dawn"])
    #expect(try await painter("p3").frescos.isEmpty)
    try await inStep()
  }

  @Test("adding writes both maps in one commit, from either side")
  func adding() async throws {
    try await fresco("f3").painters.add(painter("p3"))
    #expect(try await Database.current.commitCount() == 1)
    #expect(try await Database.current.json("frescos/f3/painters") == #"{"p3":true}"#)
    #expect(try await Database.current.json("painters/p3/frescos") == #"{"f3":true}"#)
    try await painter("p3").frescos.add("f1")
    #expect(try await fresco("f1").painters.keys == ["p1", "p2", "p3"])
    #expect(try await Database.current.commitCount() == 2)
    try await inStep()
  }

  @Test("removing takes both back in one commit, from either side")
  func removing() async throws {
    try await fresco("f1").painters.remove("p2")
    #expect(try await painter("p2").frescos.keys == ["f2"])
    try await painter("p2").frescos.remove(fresco("f2"))
    #expect(try await fresco("f2").painters.isEmpty)
    #expect(try await Database.current.commitCount() == 2)
    try await fresco("f2").painters.remove("p9")
    try await inStep()
  }

  @Test("adding again writes nothing, and keeps what a link carries")
  func addingAgain() async throws {
    try await fresco("f1").painters.add("p1")
    #expect(try await Database.current.commitCount() == 0)
    try await painter("p1").paid.add("f2")
    #expect(try await Database.current.json("frescos/f2/patrons") == #"{"p1":{"florins":50}}"#)
    #expect(try await Database.current.commitCount() == 0)
  }

  @Test("a half that is missing is put in")
  func halves() async throws {
    try await Database.current.remove("painters/p1/frescos")
    #expect(try await Ceiling.problems(of: \.$painters).map(\.link) == ["frescos/f1/painters/p1"])
    try await fresco("f1").painters.add("p1")
    try await inStep()
  }

  @Test("nobody comes into being by being linked to")
  func nobody() async throws {
    await expectError(.notFound, at: "painters/p9") { try await fresco("f1").painters.add("p9") }
    #expect(try await !Painter.exists("p9"))
    #expect(try await fresco("f1").painters.keys == ["p1", "p2"])
  }

  @Test("a write in between is seen: what it has put there is kept")
  func race() async throws {
    let store = try TestDatastore(Sample.frescos) { inner, _, number in
      guard number == 1 else { return }
      _ = try await inner.write(try .set("frescos/f3/painters/p3", ["role": "sky"]), as: nil)
    }
    let fresco = try #require(try await Ceiling.find("f3", in: Database(store)))
    try await fresco.painters.add("p3")
    #expect(try await Database(store).json("frescos/f3/painters") == #"{"p3":{"role":"sky"}}"#)
    #expect(try await Database(store).json("painters/p3/frescos") == #"{"f3":true}"#)
    #expect(store.writes.count == 2)
  }

  @Test("who may write one side only writes none")
  func refused() async throws {
    let database = try Database.inMemory(Sample.frescos, policy: Lockable("painters"))
    let fresco = try #require(try await Ceiling.find("f3", in: database))
    await expectError(.permissionDenied, at: "painters/p3/frescos/f3") { try await fresco.painters.add("p3") }
    #expect(try await database.json("frescos/f3/painters") == "null")
    let other = try #require(try await Ceiling.find("f1", in: database))
    await expectError(.permissionDenied) { try await other.painters.remove("p1") }
    await expectError(.permissionDenied) { try await other.delete() }
    #expect(try await database.json("frescos/f1/painters") == #"{"p1":true,"p2":true}"#)
  }

  @Test("deleting one side takes its links back, in one commit")
  func deleting() async throws {
    try await fresco("f2").delete()
    #expect(try await painter("p2").frescos.keys == ["f1"])
    #expect(try await painter("p1").paid.isEmpty)
    #expect(try await Database.current.commitCount() == 1)
    try await inStep()
  }

  @Test("links that came since the model was read are taken back, too")
  func deletingStale() async throws {
    let old = try await fresco("f3")
    try await fresco("f3").painters.add("p3")
    try await old.delete()
    #expect(try await painter("p3").frescos.isEmpty)
    #expect(!old.exists)
    try await inStep()
  }

  @Test("deleting the other side unlinks what it is told to")
  func unlinking() async throws {
    try await painter("p1").delete(unlinking: \Ceiling.$painters, \Ceiling.$patrons)
    #expect(try await fresco("f1").painters.keys == ["p2"])
    #expect(try await fresco("f2").patrons.isEmpty)
    #expect(try await Database.current.commitCount() == 1)
    try await inStep()
  }

  @Test("without an inverse nobody knows whom to unlink")
  func unlinkingWithout() async throws {
    try await Database.current.set("artists/a1", ["firstName": "Mary"])
    let mary = try #require(try await Artist.find("a1"))
    await expectError(.invalid, at: "artists", saying: ["inverse"]) { try await mary.delete(unlinking: \Mural.$artists) }
    #expect(try await Artist.exists("a1"))
  }

  @Test("a relation of a collection with itself")
  func ownKind() async throws {
    final class Person: Model, Queryable, Deletable {
      static let collection: TreePath = "people"
      @Links("friends", inverse: "friends") var friends: Linked<Person>
    }
    try await Database.current.set("people", ["a": ["n": 1], "b": ["n": 2], "c": ["n": 3]])
    let ada = Person.keyOnly("a")
    for key in ["a", "b", "c"] as [TreeKey] { try await ada.friends.add(key) }
    #expect(try await Database.current.json("people/b/friends") == #"{"a":true}"#)
    #expect(try await Person.problems(of: \.$friends).isEmpty)
    try await ada.delete()
    #expect(try await Database.current.json("people") == #"{"b":{"n":2},"c":{"n":3}}"#)
  }

  @Test("nested models and drafts have no key that the other side could keep")
  func noKey() async throws {
    final class Room: Model { @Links("painters", inverse: "rooms") var painters: Linked<Painter> }
    final class House: Model, Queryable {
      static let collection: TreePath = "houses"
      @Child("hall") var hall: Room
    }
    let hall = House.keyOnly("h1").hall
    await expectError(.invalid, at: "houses/h1/hall/painters", saying: ["collection"]) { try await hall.painters.add("p1") }
    await expectError(.invalid) { try await hall.painters.remove("p1") }
    await expectError(.invalid) { try await Ceiling().painters.add("p1") }
    await expectError(.invalid) { try await fresco("f1").painters.add(Painter()) }
  }

  @Test("without an inverse, who links to a member is a query")
  func contains() async throws {
    try await Database.current.set("frescos/f3/painters/p2", false)
    #expect(try await Ceiling.where(\.$painters, contains: "p2").fetch().map(\.key) == ["f1", "f2"])
    #expect(try await Ceiling.where(\.$patrons, contains: "p1").fetch().map(\.key) == ["f2"])
    #expect(try await Ceiling.where(\.$painters, contains: "p9").exists() == false)
  }

  @Test("links that lead nowhere, or one way, are reported by place")
  func problems() async throws {
    try await Database.current.update(
      "/",
      [
        "frescos/f3/painters/gone": true, "painters/p3/frescos/lost": true, "painters/p3/frescos/f2": true,
        "frescos/f3/painters/p3": true, "frescos/f1/painters/p1": false, "painters/p1": nil,
      ])
    let problems = try await Ceiling.problems(of: \.$painters)
    #expect(problems.map(\.kind) == [.dangling, .oneSided, .oneSided, .dangling])
    #expect(
      problems.map(\.link) == [
        "frescos/f3/painters/gone", "frescos/f3/painters/p3", "painters/p3/frescos/f2", "painters/p3/frescos/lost",
      ])
    #expect(problems[0].description == "the link /frescos/f3/painters/gone leads to a member that is gone")
    for problem in problems { try await Database.current.remove(problem.link) }
    #expect(try await Ceiling.problems(of: \.$painters).isEmpty)
    #expect(try await fresco("f3").painters.danglingKeys().isEmpty)
  }
}
