import Trellis

// Classes as an app has them: without an annotation in any configuration.

struct Credit: Codable, FieldValue {
  var role: String
}

enum Style: String, FieldValue { case fresco, mosaic }

class Mural: Model, Queryable, Insertable, PropertyWritable, Deletable {
  static let collection: TreePath = "murals"
  @Field("name", .required) var name = ""
  @Field("likes") var likes = 0
  @Field("style") var style: Style?
  @Field("changedAt", maintained: .onSave) var changedAt: ServerTime?
  @Field("painter") var painter: LinkTo<Artist>?
  @Child("place") var place: Place
  @Children("images") var images: [MuralImage]
  @Links("artists", inverse: "murals") var artists: Linked<Artist>
  @ValueLinks("credits") var credits: ValueLinked<Artist, Credit>

  var isSelected = false
  lazy var title = name.uppercased()

  override func validate() throws { if likes < 0 { throw TrellisError(.invalid, "likes") } }
}

class Place: Model { @Field("city") var city: String? }
class MuralImage: Model, StorageDownloadable {}

class Artist: Model, Queryable, Insertable {
  class var collection: TreePath { "artists" }
  @Field("name", was: "title") var name: String?
  var murals: Linked<Mural> { inverse(of: \Mural.$artists) }
  var notes: ModelCollection<Note> { members() }
}

final class Muralist: Artist { @Field("walls") var walls = 0 }

class Note: Model, Queryable, Insertable {
  static let collection: TreePath = "notes"
  @Field("text") var text: String?
}
