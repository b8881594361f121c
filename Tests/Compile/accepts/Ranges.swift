// Conditions: equal, missing, and ranges of all five kinds, with one ordering and one limit.
import Trellis

enum Style: String, FieldValue { case graffiti, mosaic }

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("born") var born: Int?
  @Field("height") var height = 1.5
  @Field("lastName") var lastName: String?
  @Field("style") var style: Style?
}

func queries(_ database: Database) async throws {
  let queries: [ModelQuery<Artist>] = [
    Artist.where(\.$born, equals: 1907), Artist.where(\.$style, equals: .mosaic), Artist.where(missing: \.$lastName),
    Artist.where(\.$born, in: 1900...1950), Artist.where(\.$born, in: 1900..<1950), Artist.where(\.$height, in: 1.5...),
    Artist.where(\.$lastName, in: ..."M"), Artist.where(\.$lastName, in: ..<"M"), Artist.where(\.$born, equals: 1907, in: database),
    Artist.where(\.$born, in: 1900..., in: database), Artist.ordered(by: \.$lastName, in: database), Artist.orderedByKey(),
    Artist.first(3), Artist.last(3, in: database), Artist.query(in: database).skippingUnreadable(),
  ]
  for query in queries {
    let first: Artist? = try await query.first(1).fetchFirst()
    let count: Int = try await query.count()
    print(first?.lastName ?? "-", count)
  }
}
