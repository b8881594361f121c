public import Testing
public import Trellis

extension Database {
  /// Whether models can read all that is stored. When not, the test shows the places.
  ///
  /// ```swift
  /// @Test func fixtureIsCurrent() async throws {
  ///   let database = try Database.inMemory(Fixture.tree(named: "murals.json"))
  ///   #expect(await database.conforms(to: Mural.self, Artist.self))
  /// }
  /// ```
  public func conforms(to models: any CollectionMember.Type..., sourceLocation: SourceLocation = #_sourceLocation) async -> Bool {
    do {
      let problems = try await DatabaseSchema(models).problems(in: self)
      for problem in problems { Issue.record("\(problem)", severity: .warning, sourceLocation: sourceLocation) }
      return problems.isEmpty
    } catch {
      Issue.record("\(error)", severity: .warning, sourceLocation: sourceLocation)
      return false
    }
  }
}
