// Laws, faults, a clock and recorded events, in tests of an app.
import Testing
import Trellis
import TrellisTesting

class Mural: Model, Queryable, Insertable, PropertyWritable, Deletable {
  static let collection: TreePath = "murals"
  @Field("name") var name: String?
}

class Visit: Model, Queryable, Insertable {
  static let collection: TreePath = "visits"
  @Field("by") var by: String?
}

@Suite(.database { Database(MinimalDatastore()) }) struct Laws {
  @Test func models() async throws {
    try await ModelConformance(Mural.self) { $0.name = "Wave" }.all()
    try await ModelConformance(Visit.self, in: { Database.current }) { $0.by = "ana" }.insertThenFind()
  }

  @Test(.timeLimit(.minutes(1))) func datastores() async throws { try await DatastoreConformance { LocalDatastore() }.all() }
}

struct Faults {
  @Test func refused() async throws {
    let faulty = FaultyDatastore(LocalDatastore())
    faulty.inject(.refused, .answerLost)
    let journal = FaultyJournal(["murals": nil])
    journal.fail(next: 1)
    let clock = TestClock()
    clock.advance(by: .seconds(1))
    let databases = [Database(faulty), try await .journaled(by: journal), try await .inMemory(clock: clock)]
    for database in databases {
      var events = try EventRecorder(Mural.query(in: database))
      try await events.expect("value 0")
    }
  }
}
