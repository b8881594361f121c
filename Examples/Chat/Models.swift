import Trellis

/// A line that somebody said in the room.
class Message: Model, Queryable, Insertable {
  static let collection: TreePath = "messages"
  @Field("author", .required) var author = ""
  @Field("text", .required) var text = ""
  @Field("sentAt") var sentAt: ServerTime?
}

/// A member of the room: whether they are there comes with `PresenceMember`.
class Member: PresenceMember, PropertyWritable {
  override class var collection: TreePath { "members" }
  @Field("name") var name: String?
  @Field("messages") var messages = 0
}
