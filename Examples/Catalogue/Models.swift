import Trellis

/// What an artist has done for a mural.
struct Credit: Codable, FieldValue {
  var role: String
  var year: Int?
}

class Mural: Model, Queryable, Insertable, Deletable, PropertyWritable {
  static let collection: TreePath = "murals"
  @Field("name", .required) var name = ""
  @Field("year") var year: Int?
  @Field("district") var district: LinkTo<District>?
  @ValueLinks("artists", inverse: "murals") var artists: ValueLinked<Artist, Credit>
}

class Artist: Model, Queryable, Insertable, Deletable {
  static let collection: TreePath = "artists"
  @Field("name", .required) var name = ""
  var murals: Linked<Mural> { inverse(of: \Mural.$artists) }
}

class District: Model, Queryable, Insertable {
  static let collection: TreePath = "districts"
  @Field("name", .required) var name = ""
}
