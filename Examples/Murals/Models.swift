import Trellis

/// A painted wall. Its protocols say what may reach the database: everything, here.
class Mural: Model, Queryable, Insertable, PropertyWritable, Deletable {
  static let collection: TreePath = "murals"

  @Field("name") var name: String?
  @Field("description") var about: String?
  @Field("style") var style: Style?
  @Field("likes") var likes = 0
  @Field("restoredAt") var restoredAt: ServerTime?
  @Children("images") var images: [MuralImage]
  @Links("artists") var artists: Linked<Artist>

  override func validate() throws {
    if (name ?? "").isEmpty { throw TrellisError(.invalid, at: snapshot.path.appending("name"), "a mural needs a name") }
  }
}

/// How a mural is made, stored as its raw value.
enum Style: String, FieldValue, CaseIterable {
  case fresco, graffiti, mosaic
}

/// A picture of a mural, nested in it; the picture itself is in the file store.
class MuralImage: Model, StorageDownloadable {
  @Field("caption") var caption: String?
}

/// Somebody who paints murals.
class Artist: Model, Queryable, Insertable, PropertyWritable, Deletable {
  static let collection: TreePath = "artists"

  @Field("firstName") var firstName: String?
  @Field("lastName") var lastName: String?
  @Field("country") var country: String?

  var fullName: String { [firstName, lastName].compactMap(\.self).joined(separator: " ") }
}
