import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(
  .inMemoryDatabase([
    "murals": ["m1": ["name": "One", "likes": 1], "m2": ["name": "Two", "likes": 2], "m3": ["name": "Three", "likes": 3]]
  ]), .hangGuard)
@MainActor
struct LiveQueryTests {
  @Test("rows come, change, move and go; each stays the same instance")
  func rows() async throws {
    let live = LiveQuery(Mural.ordered(by: \.$likes))
    let running = Task { await live.run() }
    await until { live.isLoaded }
    #expect(live.models.map(\.key) == ["m1", "m2", "m3"])
    let first = live.models[0]

    try await Database.current.set("murals/m1/name", "Uno")
    await until { first.name == "Uno" }
    #expect(live.models[0] === first)

    try await Database.current.set("murals/m1/likes", 9)
    await until { live.models.map(\.key) == ["m2", "m3", "m1"] }
    #expect(live.models[2] === first && first.likes == 9)

    try await Database.current.update("murals", ["m4": ["name": "Four", "likes": 0], "m2": .null])
    await until { live.models.map(\.key) == ["m4", "m3", "m1"] }
    #expect(live.models[2] === first)

    running.cancel()
    await running.value
    #expect(live.error == nil)
  }

  @Test("pending changes stay on top of what others write; a field that others remove is nil")
  func pending() async throws {
    let live = LiveQuery(Mural.query())
    let running = Task { await live.run() }
    await until { live.isLoaded }
    let mural = live.models[0]
    mural.name = "Mine"
    try await Database.current.update("murals/m1", ["name": .null, "likes": 7])
    await until { mural.likes == 7 }
    #expect(mural.name == "Mine")
    mural.discardChanges()
    #expect(mural.name == nil)
    running.cancel()
    await running.value
  }

  @Test("a limited query never shows more, and refills")
  func window() async throws {
    let live = LiveQuery(Mural.ordered(by: \.$likes).last(2))
    let running = Task { await live.run() }
    await until { live.models.map(\.key) == ["m2", "m3"] }
    try await Database.current.remove("murals/m3")
    await until { live.models.map(\.key) == ["m1", "m2"] }
    try await Database.current.set("murals/m9", ["likes": 10])
    await until { live.models.map(\.key) == ["m2", "m9"] }
    running.cancel()
    await running.value
  }

  @Test("newest first, the last model of the query comes first")
  func newestFirst() async throws {
    let live = LiveQuery(Mural.query().last(2), newestFirst: true)
    let running = Task { await live.run() }
    await until { live.models.map(\.key) == ["m3", "m2"] }
    try await Database.current.set("murals/m4", ["name": "Four"])
    await until { live.models.map(\.key) == ["m4", "m3"] }
    running.cancel()
    await running.value
  }

  @Test("the node of a model, as values")
  func updates() async throws {
    let mural = try #require(try await Mural.find("m1"))
    var updates = mural.updates().makeAsyncIterator()
    #expect(try await updates.next()?.node["name"].string == "One")
    try await Database.current.remove("murals/m1")
    #expect(try await updates.next()?.exists == false)
  }

  @Test("an error ends it and is shown; run again it goes on with the same instances")
  func errors() async throws {
    let live = LiveQuery(Mural.query())
    let running = Task { await live.run() }
    await until { live.isLoaded }
    let mural = live.models[1]
    try await Database.current.set("murals/m1/name", 5)
    await until { live.error != nil }
    await running.value
    #expect((live.error as? TrellisError)?.code == .typeMismatch)
    #expect(live.models.count == 3, "what was there is still shown")
    try await Database.current.update("murals", ["m1/name": "One", "m2/name": "Dos"])
    let again = Task { await live.run() }
    await until { live.error == nil && mural.name == "Dos" }
    #expect(live.models[1] === mural)
    again.cancel()
    await again.value
  }

  @Test("rows that cannot be read are left out if so wished")
  func unreadable() async throws {
    try await Database.current.set("murals/m2/name", 5)
    let live = LiveQuery(Mural.query().skippingUnreadable())
    let running = Task { await live.run() }
    await until { live.isLoaded }
    #expect(live.models.map(\.key) == ["m1", "m3"])
    try await Database.current.set("murals/m2/name", "Two")
    await until { live.models.count == 3 }
    running.cancel()
    await running.value
  }

  @Test("an impossible query is an error of its run")
  func impossible() async throws {
    let live = LiveQuery(Mural.query().first(0))
    await live.run()
    #expect((live.error as? TrellisError)?.code == .invalid && !live.isLoaded)
  }

  @Test("one model by key: there, changed, gone, and back")
  func model() async throws {
    let live = LiveModel<Mural>("m1")
    let running = Task { await live.run() }
    await until { live.isLoaded }
    let mural = try #require(live.model)
    try await Database.current.set("murals/m1/name", "Uno")
    await until { mural.name == "Uno" }
    #expect(live.model === mural)
    try await Database.current.remove("murals/m1")
    await until { live.model == nil }
    try await Database.current.set("murals/m1/name", "Again")
    await until { live.model?.name == "Again" }
    running.cancel()
    await running.value
    #expect(live.error == nil)
  }

  @Test("changes of a query as places in a list")
  func changes() async throws {
    var changes = Mural.ordered(by: \.$likes).changes().makeAsyncIterator()
    let first = try #require(try await changes.next())
    #expect(first.isInitial && first.models.map(\.key) == ["m1", "m2", "m3"] && first.difference.insertions == [0, 1, 2])
    try await Database.current.update("murals", ["m1/likes": 5, "m2": .null, "m4": ["likes": 4]])
    let second = try #require(try await changes.next())
    #expect(second.models.map(\.key) == ["m3", "m4", "m1"] && !second.isInitial)
    #expect(second.difference.removals == [1] && second.difference.insertions == [1])
    #expect(second.difference.moves.map { [$0.origin, $0.destination] } == [[0, 2]] || second.difference.moves.count == 1)
    #expect(second.difference.changes == [2])
    var list = ["m1", "m2", "m3"] as [TreeKey]
    second.difference.apply(to: &list) { second.models[$0].key }
    #expect(list == ["m3", "m4", "m1"])
  }
}
