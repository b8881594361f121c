// Fields that are renamed, transformed or kept by writes themselves, and migrations.
import Foundation
import Trellis

enum Cents: FieldTransform {
  static func value(of stored: Int) -> Decimal? { Decimal(stored) / 100 }
  static func stored(_ value: Decimal) throws -> Int { NSDecimalNumber(decimal: value * 100).intValue }
}

class Mural: Model, Queryable, PropertyWritable {
  static let collection: TreePath = "murals"
  @Field("name", was: "title", "heading") var name: String?
  @Field("likes", .required, was: "stars") var likes = 0
  @Field("changedAt", maintained: .onSave) var changedAt: Date?
  @Transformed<Cents>("price", was: "cost") var price: Decimal?
}

let migrations = [
  Migration("names", of: Mural.self) { $0.adoptNewNames() },
  Migration("prices", of: Mural.self) { mural in if let text = mural[raw: "price"].string { mural.price = Decimal(string: text) } },
]

func start(_ database: Database) async throws {
  try await database.migrate(migrations) { print($0.name, $0.done, $0.total) }
  print(try await Mural.where(\.$price, in: 100...).count())
}
