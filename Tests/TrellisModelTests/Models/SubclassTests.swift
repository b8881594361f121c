import TestSupport
import Testing
import Trellis
import TrellisTesting

/// What a library would declare.
open class Work: Model, Queryable, Insertable, PropertyWritable {
  open class var collection: TreePath { "works" }
  @Field("title", .required) public var title = ""
  @Field("year") public var year: Int?
}

public class Painting: Work {
  override public class var collection: TreePath { "paintings" }
  @Field("paint") public var paint: String?
  @Field("secret") public private(set) var secret: String?

  public func hide(_ text: String) { secret = text }
}

public final class Fresco: Painting {
  @Field("walls") public var walls = 1

  public var isSelected = false
  public lazy var label = "\(title) (\(year ?? 0))"
  public let made = 7

  public required init(snapshot: Snapshot) { super.init(snapshot: snapshot) }

  override public func validate() throws {
    try super.validate()
    if walls < 1 { throw TrellisError(.invalid, at: "walls", "a fresco has a wall") }
  }
}

@Suite(.inMemoryDatabase())
struct SubclassTests {
  private func insert() async throws -> Fresco {
    try await Fresco.insert(as: "f1") {
      $0.title = "Sky"
      $0.year = 1508
      $0.paint = "lime"
      $0.walls = 4
      $0.hide("x")
    }
  }

  @Test("fields of all classes above are read and written")
  func fields() async throws {
    _ = try await insert()
    #expect(
      try await Database.current.json("paintings/f1")
        == #"{"paint":"lime","secret":"x","title":"Sky","walls":4,"year":1508}"#)
    let fresco = try #require(try await Fresco.find("f1"))
    #expect(fresco.title == "Sky")
    #expect(fresco.paint == "lime")
    #expect(fresco.secret == "x")
    #expect(fresco.walls == 4)
    #expect("\(fresco)" == "Fresco(/paintings/f1)")
  }

  @Test("fields of all classes above are checked", arguments: ["title", "year", "paint", "walls"])
  func checks(field: String) async throws {
    _ = try await insert()
    let place = try TreePath("paintings/f1/\(field)")
    try await Database.current.set(place, true)
    await expectError(.typeMismatch, at: place) { try await Fresco.find("f1") }
    try await Database.current.set("paintings/f1", ["walls": 1])
    await expectError(.typeMismatch, at: "paintings/f1/title") { try await Fresco.find("f1") }
  }

  @Test("a class sees its own fields and those above only")
  func views() async throws {
    _ = try await insert()
    try await Database.current.set("paintings/f1/walls", "many")
    let painting = try #require(try await Painting.find("f1"))
    #expect(painting.paint == "lime")
    try await painting.set(\.$year, to: 1509)
    #expect(try await Database.current.json("paintings/f1/walls") == #""many""#)
  }

  @Test("fields above are named in queries through the subclass")
  func queries() async throws {
    _ = try await insert()
    #expect(try await Fresco.where(\.$title, equals: "Sky").fetch().map(\.walls) == [4])
    #expect(try await Fresco.ordered(by: \.$walls).fetchFirst()?.year == 1508)
    #expect(try await Work.query().count() == 0)
  }

  @Test("stored, lazy and constant properties are of this instance")
  func properties() async throws {
    let fresco = try await insert()
    fresco.isSelected = true
    #expect(fresco.label == "Sky (1508)")
    fresco.title = "Sea"
    #expect(fresco.label == "Sky (1508)")
    #expect(fresco.made == 7)
    let again = try #require(try await Fresco.find("f1"))
    #expect(!again.isSelected)
    #expect(again.label == "Sky (1508)")
    try await fresco.save()
    #expect(fresco.isSelected)
    #expect(try await Database.current.get("paintings/f1").count == 5)
  }

  @Test("the rules of the subclass hold when a variable has the type of a class above")
  func dynamicType() async throws {
    let work: Work = try await insert()
    await expectError(.invalid, at: "walls") { try await work.update { $0[raw: "walls"] = 0 } }
    work.discardChanges()
    await expectError(.invalid, at: "walls") { try await work.transaction { $0[raw: "walls"] = 0 } }
    try await Database.current.set("paintings/f1/walls", "many")
    await expectError(.typeMismatch, at: "paintings/f1/walls") { try await work.load() }
    await expectError(.typeMismatch, at: "paintings/f1/walls") { try await work.transaction { $0.year = 1 } }
  }

  @Test("a class may be generic")
  func generic() async throws {
    try await Holder<Int>.insert(as: "h1") { $0.value = 7 }
    #expect(try await Holder<Int>.where(\.$value, equals: 7).count() == 1)
    await expectError(.typeMismatch, at: "holders/h1/value") { try await Holder<String>.find("h1") }
  }

  @Test("generic code over models")
  func genericCode() async throws {
    func newest<M: Queryable & Insertable>(_ type: M.Type, _ fill: (M) -> Void) async throws -> M? {
      try await M.insert(fill)
      return try await M.orderedByKey().last(1).fetchFirst()
    }
    #expect(try await newest(Painting.self) { $0.title = "Sky" }?.title == "Sky")
  }
}
