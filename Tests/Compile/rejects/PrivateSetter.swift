// A field with a private setter is not written from outside.
// expect-error: 'secret' setter is inaccessible
import Trellis

class Wall {
  class Mural: Model, PropertyWritable {
    @Field("secret") private(set) var secret: String?
  }
}

func write(_ mural: Wall.Mural) { mural.secret = "x" }
