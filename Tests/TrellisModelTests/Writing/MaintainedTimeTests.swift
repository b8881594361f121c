import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Times that writes fill in by themselves.
@Suite(.inMemoryDatabase())
struct MaintainedTimeTests {
  private final class Post: Model, Queryable, Insertable, PropertyWritable {
    static let collection: TreePath = "posts"
    @Field("text") var text: String?
    @Field("reads") var reads = 0
    @Field("createdAt", maintained: .onInsert) var createdAt: ServerTime?
    @Field("changedAt", maintained: .onSave) var changedAt: ServerTime?
  }

  /// What is left of a post whose times are known to be older.
  private func aged() async throws -> Post {
    try await Database.current.set("posts/p1", ["text": "a", "createdAt": 1, "changedAt": 1])
    return try #require(try await Post.find("p1"))
  }

  private func times(_ post: Post) -> [Bool] { [post.createdAt, post.changedAt].map { ($0?.milliseconds ?? 0) > 1 } }

  @Test("inserting sets both, to the time of the write")
  func inserting() async throws {
    let post = try await Post.insert { $0.text = "a" }
    let commit = try await Database.current.commit(after: 0)
    #expect(post.createdAt?.milliseconds == commit.milliseconds)
    #expect(post.changedAt?.milliseconds == commit.milliseconds)
    #expect(!post.hasChanges)
    #expect(try await Post.find(post.key)?.createdAt == post.createdAt)
  }

  @Test("every way of saving sets the one of saving, in the same commit")
  func saving() async throws {
    let ways: [(Post) async throws -> Void] = [
      { try await $0.set(\.$text, to: "b") },
      { try await $0.update { $0.text = "b" } },
      { try await $0.transaction { $0.text = "b" } },
      { try await $0.increment(\.$reads) },
      { post in try await Database.current.batch { try $0.set(post, \.$text, to: "b") } },
      { post in try await Database.current.batch { try $0.increment(post, \.$reads) } },
    ]
    for way in ways {
      let post = try await aged()
      let before = try await Database.current.commitNumber()
      try await way(post)
      #expect(times(post) == [false, true])
      #expect(try await Database.current.commitNumber() == before + 1)
      #expect(try await Post.find("p1").map(times) == [false, true])
    }
  }

  @Test("nothing to save sets nothing")
  func nothing() async throws {
    let post = try await aged()
    try await post.save()
    #expect(times(post) == [false, false])
  }

  @Test("a time that is assigned stays")
  func assigned() async throws {
    let post = try await aged()
    post.changedAt = .at(milliseconds: 5)
    post.text = "b"
    try await post.save()
    #expect(post.changedAt == .at(milliseconds: 5))
    let old = try await Post.insert { $0.createdAt = .at(milliseconds: 7) }
    #expect(old.createdAt == .at(milliseconds: 7))
  }

  @Test("a write that fails leaves no time behind")
  func failing() async throws {
    let lock = Lockable("posts", isShut: false)
    let database = try Database.inMemory(["posts": ["p1": ["text": "a", "changedAt": 1]]], policy: lock)
    let post = try #require(try await Post.find("p1", in: database))
    post.text = "b"
    lock.shut()
    await expectError(.permissionDenied) { try await post.save() }
    #expect(post.pendingChanges == ["text": "b"])
    #expect(times(post) == [false, false])
  }
}
