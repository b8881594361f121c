import Trellis

/// A record as a model.
class Item: Model, Queryable, PropertyWritable {
  static let collection: TreePath = "items"

  @Field("name") var name = ""
  @Field("age") var age = 0
  @Field("score") var score = 0.0
  @Field("active") var isActive = false
}
