import Synchronization
import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Laws that are broken are told.
@Suite(.hangGuard) struct BrokenModelTests {
  /// Runs laws that must tell of a broken one, and of no other.
  private func expectBroken(_ words: String, _ laws: () async throws -> Void) async throws {
    try await withKnownIssue {
      try await laws()
    } matching: {
      $0.comments.contains { $0.rawValue.contains(words) }
    }
  }

  /// Reads nothing of what it writes.
  private struct OneWay: FieldValue {
    typealias Stored = OneWay
    init() {}
    init?(field node: TreeSnapshot, keys: KeyStrategy) { return nil }
    func fieldTree(keys: KeyStrategy) -> Tree { "written" }
  }

  private final class Forgetful: Model, Queryable, Insertable {
    static let collection: TreePath = "forgetful"
    @Field("it") var it: OneWay?
  }

  @Test("a field type that does not read what it stores") func oneWay() async throws {
    try await expectBroken("/it stores \"written\" but reads that as null") {
      try ModelConformance(Forgetful.self) { $0.it = OneWay() }.fieldsReadAsAssigned()
    }
  }

  private final class Eager: Model, Queryable, Insertable {
    static let collection: TreePath = "eager"
    @Field("text") var text: String?
    required init(snapshot: Snapshot) {
      super.init(snapshot: snapshot)
      text = "always"
    }
  }

  @Test("an initializer with effects") func eager() async throws {
    try await expectBroken("assigns fields") { ModelConformance(Eager.self) { _ in }.makingHasNoEffects() }
  }

  private final class Strict: Model, Queryable, Insertable, PropertyWritable {
    static let collection: TreePath = "strict"
    @Field("text") var text: String?
    override func validate() throws { if exists { throw TrellisError(.invalid, "never again") } }
  }

  @Test("a class whose validation refuses every save") func strict() async {
    await withKnownIssue { try await ModelConformance(Strict.self) { $0.text = "t" }.failedSavesKeepChanges() }
    await withKnownIssue { try await ModelConformance(Strict.self) { $0.text = "t" }.unknownFieldsSurvive() }
  }

  private final class Note: Model, Queryable, Insertable, PropertyWritable, Deletable {
    static let collection: TreePath = "notes"
    @Field("text") var text: String?
  }

  @Test("a database that is not one database") func scattered() async throws {
    let broken = FaultyDatastore(LocalDatastore())
    try await expectBroken("an insert under a taken key has changed the member") {
      try await ModelConformance(Note.self, in: { Database(Overwriting(broken)) }) { $0.text = "\(PushKey.next())" }.takenKeysAreRefused()
    }
  }

  /// Carries out writes whatever their condition, and says that it has not.
  private final class Overwriting: Datastore {
    private let inner: FaultyDatastore
    init(_ inner: FaultyDatastore) { self.inner = inner }
    func read(_ paths: [TreePath], as auth: Auth?) async throws -> [TreeSnapshot] { try await inner.read(paths, as: auth) }
    func read(_ query: TreeQuery, as auth: Auth?) async throws -> QueryResult { try await inner.read(query, as: auth) }
    func write(_ write: TreeWrite, as auth: Auth?) async throws -> Commit {
      do { return try await inner.write(write, as: auth) } catch TrellisError.Code.conflict {
        var blind = write
        blind.condition = nil
        _ = try await inner.write(blind, as: auth)
        throw TrellisError(.conflict, "said, but not done")
      }
    }
    func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates { inner.observe(query, as: auth) }
    func commitNumber() async throws -> Int64 { try await inner.commitNumber() }
    func commits(since number: Int64) -> Commits { inner.commits(since: number) }
    func snapshot() async throws -> any Datastore { try await inner.snapshot() }
    func flush() async throws { try await inner.flush() }
    func close() async throws { try await inner.close() }
  }

  @Test("and a datastore that does so breaks the laws of datastores") func overwriting() async throws {
    try await expectBroken("after a write that was not carried out") {
      try await DatastoreConformance { Overwriting(FaultyDatastore(LocalDatastore())) }.writesAreAtomic()
    }
  }
}
