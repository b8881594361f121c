// What a migration changes may be written.
// expect-error: requires that 'Artist' conform to 'PropertyWritable'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("name") var name: String?
  @Field("born") var born: Int?
}

let migration = Migration("names", of: Artist.self) { $0.name = "Ana" }
