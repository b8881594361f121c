import TestSupport
import Testing
import Trellis
import TrellisTesting

/// A query that the datastore cannot answer is an error when it is run, in every way of running it.
@Suite(.inMemoryDatabase(Sample.tree), .hangGuard)
struct ImpossibleQueryTests {
  private func expectImpossible<M: Queryable>(
    _ query: ModelQuery<M>, _ reason: TreeQuery.Invalid.Reason, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let error = await expectError(.invalid, at: M.collection, sourceLocation: sourceLocation) { try await query.fetch() }
    #expect((error?.underlying as? TreeQuery.Invalid)?.reason == reason, sourceLocation: sourceLocation)
    await expectError(.invalid, sourceLocation: sourceLocation) { try await query.fetchFirst() }
    await expectError(.invalid, sourceLocation: sourceLocation) { try await query.count() }
    await expectError(.invalid, sourceLocation: sourceLocation) { for try await _ in query.pages(of: 2) {} }
    await expectError(.invalid, sourceLocation: sourceLocation) { for try await _ in query.observe() {} }
    await expectError(.invalid, sourceLocation: sourceLocation) { try await query.skippingUnreadable().first(1).fetch() }
  }

  @Test("a limit below one", arguments: [0, -3])
  func limits(count: Int) async throws {
    try await expectImpossible(Artist.first(count), .limitNotPositive)
    try await expectImpossible(Artist.last(count), .limitNotPositive)
    try await expectImpossible(Artist.ordered(by: \.$born).first(count), .limitNotPositive)
  }

  @Test("two limits")
  func twoLimits() async throws {
    try await expectImpossible(Artist.query().first(3).last(2), .limitAlreadySet)
    try await expectImpossible(Artist.first(3).first(2), .limitAlreadySet)
  }

  @Test("a bound that is no number")
  func notFinite() async throws {
    try await expectImpossible(Mural.where(\.$height, equals: .nan), .nonFiniteNumber)
    try await expectImpossible(Mural.where(\.$height, in: ..<Double.infinity), .nonFiniteNumber)
  }

  @Test("a bound that is a branch")
  func branches() async throws {
    try await expectImpossible(Mural.where(\.$tags, equals: ["blue"]), .boundMustBeScalar)
  }

  @Test("a bound that only the datastore knows")
  func serverValues() async throws {
    try await expectImpossible(Mural.where(\.$seenAt, equals: .now), .boundMustBeScalar)
  }

  @Test("the first fault is the one that is told")
  func firstFault() async throws {
    try await expectImpossible(Artist.first(0).last(2).first(1), .limitNotPositive)
  }

  @Test("nothing is asked of the datastore")
  func noRoundTrip() async throws {
    let store = try TestDatastore(Sample.tree)
    try await expectImpossible(Artist.first(0, in: Database(store)), .limitNotPositive)
    #expect(store.reads == 0)
  }
}
