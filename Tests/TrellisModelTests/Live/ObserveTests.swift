import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree), .hangGuard)
struct ObserveTests {
  @Test("begins with what is found, and goes on with each change of it")
  func changes() async throws {
    var lists = Mural.ordered(by: \.$likes).last(2).observe().makeAsyncIterator()
    #expect(try await lists.next()?.map(\.name) == ["Great", "Harvest"])
    try await Database.current.set("murals/m3/likes", 5)
    #expect(try await lists.next()?.map(\.name) == ["Quiet", "Harvest"])
    try await Mural.insert(as: "m4") {
      $0.name = "New"
      $0.likes = 100
    }
    #expect(try await lists.next()?.map(\.name) == ["Harvest", "New"])
    try await Mural.keyOnly("m2").delete()
    #expect(try await lists.next()?.map(\.name) == ["Quiet", "New"])
  }

  @Test("what does not change the result is not told")
  func unchanged() async throws {
    var lists = Mural.where(\.$name, in: "A"..."H").observe().makeAsyncIterator()
    #expect(try await lists.next()?.map(\.name) == ["Great"])
    try await Database.current.set("murals/m3/likes", 5)
    try await Database.current.set("artists/a1/born", 1)
    try await Database.current.set("murals/m1/likes", 4)
    #expect(try await lists.next()?.map(\.likes) == [4])
  }

  @Test("a slow reader gets the newest, and nothing queues up")
  func slow() async throws {
    var lists = Mural.query().observe().makeAsyncIterator()
    _ = try await lists.next()
    for likes in 1...50 { try await Database.current.set("murals/m1/likes", .int(Int64(likes))) }
    #expect(try await lists.next()?.first?.likes == 50)
    try await Database.current.set("murals/m1/likes", 51)
    #expect(try await lists.next()?.first?.likes == 51)
  }

  @Test("each element is freshly made and may be changed and saved")
  func fresh() async throws {
    var lists = Mural.query().observe().makeAsyncIterator()
    let first = try #require(try await lists.next()?.first)
    first.name = "Mine"
    try await Database.current.set("murals/m1/likes", 4)
    let second = try #require(try await lists.next()?.first)
    #expect(second !== first)
    #expect(second == first)
    #expect(second.name == "Great")
    try await first.save()
    #expect(try await lists.next()?.first?.name == "Mine")
  }

  @Test("cancelling the task ends the loop without an error")
  func cancelling() async throws {
    let gate = Gate()
    let database = Database.current
    let watching = Task {
      var count = 0
      for try await _ in Mural.query(in: database).observe() {
        count += 1
        await gate.pass()
      }
      return count
    }
    await gate.arrival()
    watching.cancel()
    await gate.open()
    #expect(try await watching.value == 1)
  }

  @Test("an unreadable row ends it with a typed error; skipping such rows it goes on")
  func unreadable() async throws {
    var strict = Mural.query().observe().makeAsyncIterator()
    var lenient = Mural.query().skippingUnreadable().observe().makeAsyncIterator()
    _ = try await strict.next()
    _ = try await lenient.next()
    try await Database.current.set("murals/m2/likes", "many")
    await expectError(.typeMismatch, at: "murals/m2/likes") { try await strict.next() }
    #expect(try await lenient.next()?.map(\.key) == ["m1", "m3"])
    try await Database.current.set("murals/m2/likes", 1)
    #expect(try await lenient.next()?.map(\.key) == ["m1", "m2", "m3"])
  }

  @Test("who may not read is told so, and so is who reads a database that is closed")
  func refused() async throws {
    let database = try Database.inMemory(Sample.tree, policy: MembersOnly())
    var refused = Mural.query(in: database).observe().makeAsyncIterator()
    await expectError(.permissionDenied) { try await refused.next() }
    var lists = Mural.query(in: database.as(Auth(uid: "alice"))).observe().makeAsyncIterator()
    #expect(try await lists.next()?.count == 3)
    try await database.close()
    await expectError(.closed) { try await lists.next() }
    await expectError(.disconnected) { for try await _ in Mural.query(in: .unbound).observe() {} }
  }

  @Test("a snapshot of a database shows its one state and ends")
  func snapshot() async throws {
    let pinned = try await Database.current.snapshot()
    var counts: [Int] = []
    for try await murals in Mural.query(in: pinned).observe() { counts.append(murals.count) }
    #expect(counts == [3])
  }

  @Test("observers are independent")
  func independent() async throws {
    var all = Mural.query().observe().makeAsyncIterator()
    var first = Mural.first(1).observe().makeAsyncIterator()
    _ = try await all.next()
    _ = try await first.next()
    try await Database.current.set("murals/m3/name", "Loud")
    #expect(try await all.next()?.last?.name == "Loud")
    try await Database.current.set("murals/m1/name", "Greater")
    #expect(try await first.next()?.map(\.name) == ["Greater"])
    #expect(try await all.next()?.first?.name == "Greater")
  }

  @Test("models of the main actor are made on it")
  @MainActor
  func mainActor() async throws {
    final class List {
      var names: [String?] = []
      var models: [Mural] = []
    }
    let list = List()
    for try await murals in Mural.query().observe() {
      list.models = murals
      list.names = murals.map(\.name)
      if murals.first?.name == "Greater" { break }
      try await murals[0].set(\.$name, to: "Greater")
    }
    #expect(list.names == ["Greater", "Harvest", "Quiet"])
  }
}
