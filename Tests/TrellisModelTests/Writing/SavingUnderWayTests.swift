import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.hangGuard)
@MainActor
struct SavingUnderWayTests {
  /// A database whose writes wait at a gate.
  private func held() throws -> (Database, Gate, TestDatastore) {
    let gate = Gate()
    let store = try TestDatastore(Sample.tree) { _, _, _ in await gate.pass() }
    return (Database(store), gate, store)
  }

  @Test("assignments made while a save is under way stay pending")
  func assignmentsSurvive() async throws {
    let (database, gate, store) = try held()
    let mural = try #require(try await Mural.find("m1", in: database))
    mural.name = "First"
    mural.likes = 10
    let saving = Task { try await mural.save() }
    await gate.arrival()
    mural.name = "Second"
    mural.about = "new"
    #expect(mural.name == "Second")
    await gate.open()
    try await saving.value

    #expect(mural.pendingChanges == ["name": "Second", "description": "new"])
    #expect(mural.snapshot.node["name"].string == "First")
    #expect(mural.likes == 10)
    try await mural.save()
    #expect(
      store.writes.map { $0.changes.map(\.path) } == [["murals/m1/likes", "murals/m1/name"], ["murals/m1/description", "murals/m1/name"]])
    #expect(try await Mural.find("m1", in: database)?.name == "Second")
  }

  @Test("the same value assigned again while a save is under way is a new change")
  func sameValueAgain() async throws {
    let (database, gate, _) = try held()
    let mural = try #require(try await Mural.find("m1", in: database))
    mural.name = "First"
    let saving = Task { try await mural.save() }
    await gate.arrival()
    mural.name = "First"
    await gate.open()
    try await saving.value
    #expect(mural.pendingChanges == ["name": "First"])
  }

  @Test("a part changed while its owner is saved, and an owner changed while a part is saved")
  func parts() async throws {
    let (database, gate, store) = try held()
    let mural = try #require(try await Mural.find("m1", in: database))
    mural.address.city = "Tustin"
    mural.name = "First"
    let saving = Task { try await mural.address.save() }
    await gate.arrival()
    mural.address.street = "Side"
    await gate.open()
    try await saving.value
    #expect(store.writes.last?.changes.map(\.path) == ["murals/m1/address/city"])
    #expect(mural.pendingChanges == ["name": "First", "address/street": "Side"])
    #expect(mural.address.city == "Tustin")
    #expect(mural.snapshot.node["address"]["city"].string == "Tustin")
  }

  @Test("an assignment above what is being saved stays pending as a whole")
  func assignmentAbove() async throws {
    let (database, gate, _) = try held()
    let mural = try #require(try await Mural.find("m1", in: database))
    mural.address.city = "Tustin"
    let saving = Task { try await mural.save() }
    await gate.arrival()
    mural[raw: "address"] = ["city": "Brea"]
    await gate.open()
    try await saving.value
    #expect(mural.pendingChanges == ["address": ["city": "Brea"]])
    try await mural.save()
    #expect(try await database.json("murals/m1/address") == #"{"city":"Brea"}"#)
  }

  @Test("discarding while a save is under way does not stop it")
  func discarding() async throws {
    let (database, gate, _) = try held()
    let mural = try #require(try await Mural.find("m1", in: database))
    mural.name = "First"
    let saving = Task { try await mural.save() }
    await gate.arrival()
    mural.discardChanges()
    #expect(mural.name == "Great")
    await gate.open()
    try await saving.value
    #expect(mural.name == "First")
    #expect(!mural.hasChanges)
  }

  @Test("changes survive a refused write and can be saved again")
  func refused() async throws {
    let policy = Lockable("murals/m1/name")
    let database = try Database.inMemory(Sample.tree, policy: policy)
    let mural = try #require(try await Mural.find("m1", in: database))
    mural.name = "Greater"
    mural.likes = 10
    await expectError(.permissionDenied, at: "murals/m1/name") { try await mural.save() }
    #expect(mural.pendingChanges == ["name": "Greater", "likes": 10])
    #expect(mural.name == "Greater")
    #expect(try await Mural.find("m1", in: database)?.likes == 3)

    policy.open()
    try await mural.save()
    #expect(try await Mural.find("m1", in: database)?.name == "Greater")
  }

  @Test("an insert that is under way, and fails, leaves the draft a draft")
  func insertFails() async throws {
    let policy = Lockable("artists")
    let database = try Database.inMemory(Sample.tree, policy: policy)
    let draft = Artist()
    draft.firstName = "Ana"
    await expectError(.permissionDenied) { try await draft.insert(in: database) }
    #expect(draft.key.text.isEmpty)
    #expect(draft.firstName == "Ana")
    #expect(draft.hasChanges)
    policy.open()
    try await draft.insert(in: database)
    #expect(try await Artist.find(draft.key, in: database)?.firstName == "Ana")
  }

  @Test("two saves at once write every change")
  func twoSaves() async throws {
    let (database, gate, _) = try held()
    let mural = try #require(try await Mural.find("m1", in: database))
    mural.name = "First"
    let first = Task { try await mural.save() }
    await gate.arrival()
    mural.likes = 20
    let second = Task { try await mural.save() }
    await gate.open()
    try await first.value
    try await second.value
    #expect(!mural.hasChanges)
    let found = try #require(try await Mural.find("m1", in: database))
    #expect(found.name == "First")
    #expect(found.likes == 20)
  }

  @Test("a save that is cancelled before it is carried out writes nothing and stays pending")
  func cancelled() async throws {
    let (database, gate, _) = try held()
    let mural = try #require(try await Mural.find("m1", in: database))
    mural.name = "First"
    let saving = Task { try await mural.save() }
    await gate.arrival()
    saving.cancel()
    await gate.open()
    await #expect(throws: CancellationError.self) { try await saving.value }
    #expect(mural.pendingChanges == ["name": "First"])
    #expect(try await Mural.find("m1", in: database)?.name == "Great")
  }
}
