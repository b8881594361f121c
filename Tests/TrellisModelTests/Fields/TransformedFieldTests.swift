import Foundation
import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Fields that are stored as something else.
@Suite(.inMemoryDatabase())
struct TransformedFieldTests {
  private struct TooDear: Error {}

  private enum Cents: FieldTransform {
    static func value(of stored: Int) -> Decimal? { stored < 0 ? nil : Decimal(stored) / 100 }
    static func stored(_ value: Decimal) throws -> Int {
      if value > 1_000_000 { throw TooDear() }
      return NSDecimalNumber(decimal: value * 100).intValue
    }
  }

  private final class Print: Model, Queryable, Insertable, PropertyWritable {
    static let collection: TreePath = "prints"
    @Transformed<Cents>("price", was: "cost") var price: Decimal?
    @Field("name") var name: String?
  }

  @Test("assigned, stored, read and queried")
  func roundTrip() async throws {
    let print = try await Print.insert(as: "p1") { $0.price = 12.5 }
    #expect(print.price == 12.5)
    #expect(try await Database.current.json("prints/p1") == #"{"price":1250}"#)
    #expect(try await Print.find("p1")?.price == 12.5)
    #expect(try await Print.where(\.$price, in: 1000...).count() == 1)
    #expect(try await Print.ordered(by: \.$price).fetchFirst()?.key == "p1")
    print.price = nil
    #expect(print.price == nil)
    print.name = "n"
    try await print.save()
    #expect(try await Database.current.json("prints/p1") == #"{"name":"n"}"#)
  }

  @Test("what cannot be stored is told when it is saved")
  func unstorable() async throws {
    let print = Print()
    print.price = 2_000_000
    await #expect(throws: TooDear.self) { try await print.insert() }
    #expect(try await Print.query().count() == 0)
  }

  @Test("what is stored but is no such value is a typed error", arguments: [-1, "text", 1.5] as [Tree])
  func unreadable(stored: Tree) async throws {
    try await Database.current.set("prints/p1", ["price": stored])
    await expectError(.typeMismatch, at: "prints/p1/price", saying: ["Decimal"]) { try await Print.find("p1") }
  }

  @Test("with a former name")
  func renamed() async throws {
    try await Database.current.set("prints/p1", ["cost": 300])
    let print = try #require(try await Print.find("p1"))
    #expect(print.price == 3)
    print.adoptNewNames()
    try await print.save()
    #expect(try await Database.current.json("prints/p1") == #"{"price":300}"#)
    print.price = 4
    try await print.save()
    #expect(print.price == 4)
  }
}
