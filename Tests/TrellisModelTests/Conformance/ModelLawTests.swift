import Foundation
import TestSupport
import Testing
import Trellis
import TrellisTesting

/// The laws of models, over models of every kind and all that can keep them.
@Suite(.hangGuard) struct ModelLawTests {
  @Test("murals", arguments: LawBackend.allCases) func murals(on backend: LawBackend) async throws {
    try await backend.onFreshDatabases { open in
      try await ModelConformance(Mural.self, in: open) {
        $0.name = "Wave"
        $0.likes += 1
        $0.height = 2.5
        $0.seenAt = .now
        $0.tags = ["blue", "tall"]
        $0.address.city = "Orange"
        $0[raw: "artists/a1"] = true
      }.all()
    }
  }

  @Test("artists, who may not be deleted with links to them", arguments: LawBackend.allCases)
  func artists(on backend: LawBackend) async throws {
    try await backend.onFreshDatabases { open in
      try await ModelConformance(Artist.self, in: open) { $0.lastName = "Reyes" }.all()
    }
  }

  @Test("relations that both sides keep", arguments: LawBackend.allCases) func ceilings(on backend: LawBackend) async throws {
    try await backend.onFreshDatabases { open in
      try await ModelConformance(Ceiling.self, in: open) {
        $0.name = "Dawn"
        $0.master = LinkTo("p1")
      }.all()
    }
  }

  @Test("fields of every kind, in a class two deep", arguments: LawBackend.allCases) func fields(on backend: LawBackend) async throws {
    try await backend.onFreshDatabases { open in
      try await ModelConformance(Print.self, in: open) {
        $0.title = "Wave"
        $0.style = .mosaic
        $0.at = Date(timeIntervalSince1970: 1_700_000_000.125)
        $0.home = Home(city: "Orange", streets: ["Main"])
        $0.data = Data([0, 255])
        $0.price = 12
        $0.id64 = .max
      }.all()
    }
  }

  @Test("models that may only be read and inserted, or deleted") func fewProtocols() async throws {
    try await ModelConformance(Entry.self) { $0.text = "t" }.all()
    try await ModelConformance(Visit.self) { $0.text = "t" }.all()
  }

  private class Entry: Model, Queryable, Insertable {
    static let collection: TreePath = "entries"
    @Field("text") var text: String?
  }

  private final class Visit: Model, Queryable, Insertable, Deletable {
    static let collection: TreePath = "visits"
    @Field("text") var text: String?
  }

  enum Style: String, FieldValue { case fresco, mosaic }
  struct Home: Codable, FieldValue {
    var city: String
    var streets: [String]
  }
  enum Cents: FieldTransform {
    static func value(of stored: Int) -> Double? { Double(stored) / 100 }
    static func stored(_ value: Double) throws -> Int { Int(value * 100) }
  }

  class Work: Model, Queryable, Insertable, PropertyWritable, Deletable {
    class var collection: TreePath { "works" }
    @Field("title", .required, was: "name") var title = ""
    @Field("createdAt", maintained: .onInsert) var createdAt: ServerTime?
  }

  final class Print: Work {
    @Field("style") var style: Style?
    @Field("at") var at: Date?
    @Field("home") var home: Home?
    @Field("data") var data: Data?
    @Field("id64") var id64: Int64 = 0
    @Transformed<Cents>("price") var price: Double?
  }
}
