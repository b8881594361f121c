// Collections at places of their own: the notes of each user.
import Trellis

class User: Model, Queryable {
  static let collection: TreePath = "users"
  var notes: ModelCollection<Note> { members() }
}

class Note: Model, Queryable, Insertable, Deletable, PropertyWritable {
  static let collection: TreePath = "notes"
  @Field("text") var text: String?
  @Field("createdAt", maintained: .onInsert) var createdAt: ServerTime?
}

func work(_ user: User) async throws {
  let note = try await user.notes.insert { $0.text = "Paint" }
  let recent = try await user.notes.newest(10).fetch()
  let found = try await User.keyOnly("alice").notes.where(\.$text, prefix: "P").count()
  let elsewhere = ModelCollection<Note>(at: "archive/2026", in: .current)
  print(note.key, recent.count, found, try await elsewhere.all().count, try await elsewhere.exists("n1"))
}

@MainActor func list(_ user: User) -> LiveQuery<Note> { LiveQuery(user.notes.orderedByKey().reversed().first(50)) }
