import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase())
struct FieldPresenceTests {
  private final class Form: Model, Queryable, Insertable, PropertyWritable {
    static let collection: TreePath = "forms"
    @Field("title", .required) var title = "untitled"
    @Field("name") var name: String?
    @Field("likes") var likes = 7
    @Field("address/city") var city: String?
    @Field("address/geo/lat", .required) var latitude: Double?
    static let extra = Field<Int?>("extra")
  }

  private let complete: Tree = ["title": "T", "address": ["geo": ["lat": 1.5]]]

  @Test("absent reads as nil, or as the default")
  func absent() async throws {
    try await Database.current.set("forms/f1", complete)
    let form = try #require(try await Form.find("f1"))
    #expect(form.name == nil)
    #expect(form.likes == 7)
    #expect(form.city == nil)
    #expect(form[Form.extra] == nil)
    #expect(form[raw: "nothing/here"].isNull)
    #expect(!form.hasChanges)
  }

  @Test("the default is not stored")
  func defaultsAreNotStored() async throws {
    let form = try await Form.insert {
      $0.title = "T"
      $0.latitude = 1.5
    }
    #expect(form.likes == 7)
    #expect(try await Database.current.json(form.snapshot.path) == #"{"address":{"geo":{"lat":1.5}},"title":"T"}"#)
  }

  @Test("a required field that is absent is an error when read", arguments: ["title", "address/geo/lat"])
  func requiredAndAbsent(field: String) async throws {
    try await Database.current.set("forms/f1", complete)
    try await Database.current.remove(TreePath("forms/f1/\(field)"))
    let place = try TreePath("forms/f1/\(field)")
    await expectError(.typeMismatch, at: place) { try await Form.find("f1") }
    await expectError(.typeMismatch, at: place) { try await Form.all() }
    await expectError(.typeMismatch, at: place) { try await Form.keyOnly("f1").load() }
  }

  @Test("a required field without a value is an error when inserted, whatever its default")
  func requiredWhenInserted() async throws {
    let error = await expectError(.invalid) { try await Form.insert { $0.latitude = 1 } }
    #expect(error?.path?.key == "title")
    await expectError(.invalid) { try await Form.insert { $0.title = "T" } }
    #expect(try await Form.all().isEmpty)
  }

  @Test("a required field cannot be saved away")
  func requiredWhenSaved() async throws {
    try await Database.current.set("forms/f1", complete)
    let form = try #require(try await Form.find("f1"))
    form.latitude = nil
    await expectError(.invalid, at: "forms/f1/address/geo/lat") { try await form.save() }
    #expect(form.hasChanges)
    await expectError(.invalid, at: "forms/f1/address/geo/lat") { try await form.transaction { $0.latitude = nil } }
    form.latitude = 2
    try await form.save()
    #expect(try await Form.find("f1")?.latitude == 2)
  }

  @Test("of a model that was never read, required fields may be there")
  func requiredWhenUnread() async throws {
    try await Database.current.set("forms/f1", complete)
    let form = Form.keyOnly("f1")
    try await form.set(\.$name, to: "N")
    #expect(try await Form.find("f1")?.name == "N")
  }

  @Test("deep paths need no model between, and write no more than their place")
  func deepPaths() async throws {
    try await Database.current.set("forms/f1", ["title": "T", "address": ["street": "Main", "geo": ["lat": 1, "long": 2]]])
    let form = try #require(try await Form.find("f1"))
    #expect(form.latitude == 1)
    form.city = "Orange"
    form.latitude = 3
    try await form.save()
    #expect(
      try await Database.current.json("forms/f1/address")
        == #"{"city":"Orange","geo":{"lat":3.0,"long":2},"street":"Main"}"#)
    try await Database.current.set("forms/f1/address/city", 7)
    await expectError(.typeMismatch, at: "forms/f1/address/city") { try await form.load() }
  }

  @Test("a leaf on the way to a deep field is an absent field")
  func leafOnTheWay() async throws {
    try await Database.current.set("artists/a1", ["address": "Main street"])
    let city = Field<String?>("address/city")
    let artist = try #require(try await Artist.find("a1"))
    #expect(artist[city] == nil)
    artist[city] = "Orange"
    #expect(artist[city] == "Orange")
    try await artist.save()
    #expect(try await Database.current.json("artists/a1/address") == #"{"city":"Orange"}"#)
  }

  @Test("a field without a property is read, written and queried by its name")
  func constants() async throws {
    try await Database.current.set("forms/f1", complete)
    let form = try #require(try await Form.find("f1"))
    form[Form.extra] = 3
    #expect(form.pendingChanges == ["extra": 3])
    try await form.save()
    #expect(try await Form.find("f1")?[Form.extra] == 3)
    #expect(Form.extra.path == "extra")
    let made = Field<Int?>(FieldPath("some/where" as TreePath))
    #expect(made.path == "some/where")
  }

  @Test("a model made by hand from a snapshot is not checked; another type reads as the default")
  func madeByHand() async throws {
    try await Database.current.set("forms/f1", ["likes": "many", "name": 7])
    let node = try await Database.current.get("forms/f1")
    let form = Form(snapshot: Snapshot(database: .current, path: "forms/f1", node: node))
    #expect(form.likes == 7)
    #expect(form.name == nil)
    #expect(form[raw: "likes"] == "many")
  }
}
