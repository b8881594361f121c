// Pages with a cursor that goes anywhere, newest first, and questions that need no models.
import Foundation
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("lastName") var lastName: String?
  @Field("style") var style: Style?
}

enum Style: String, FieldValue { case fresco, mosaic }

func page(after token: Data?) async throws -> ([Artist], Data?) {
  var query = Artist.ordered(by: \.$lastName).reversed()
  if let token { query = query.after(try JSONDecoder().decode(ModelCursor<Artist>.self, from: token)) }
  let page = try await query.page(of: 20)
  return (page.models, try page.next.map { try JSONEncoder().encode($0) })
}

func ask() async throws -> Bool {
  let styles = try await Artist.where(\.$style, from: .fresco, through: .mosaic).count()
  let smiths = try await Artist.where(\.$lastName, prefix: "Smi").exists()
  for try await artists in Artist.newest(10).pages(of: 5) { print(artists.count) }
  return try await Artist.exists("a1") || smiths || styles > 0
}
