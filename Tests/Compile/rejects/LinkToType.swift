// A link to one leads to what it was declared for.
// expect-error: cannot assign value of type 'LinkTo<Mural>' to type 'LinkTo<Artist>'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("name") var name: String?
  @Field("born") var born: Int?
}

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Field("painter") var painter: LinkTo<Artist>?
}

func assign(_ mural: Mural) throws { mural.painter = try LinkTo<Mural>(mural) }
