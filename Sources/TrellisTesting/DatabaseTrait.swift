public import Testing
public import Trellis

/// Gives every test, and every case of a parameterised test, a database of its own as `Database.current`.
///
/// ```swift
/// @Suite(.inMemoryDatabase(["artists": ["a1": ["country": "US"]]]))
/// struct ArtistTests {
///   @Test(arguments: 0..<20) func insertingAddsOne(_: Int) async throws {
///     try await Artist.insert { $0.country = "FR" }
///     #expect(try await Artist.all().count == 2)      // no matter what the other 19 do
///   }
/// }
/// ```
/// Tests stay parallel: nothing is shared. A detached task does not see the database; pass `Database.current` on to it.
public struct DatabaseTrait: TestTrait, SuiteTrait, TestScoping {
  private let make: @Sendable () async throws -> Database

  public var isRecursive: Bool { true }

  init(_ make: @escaping @Sendable () async throws -> Database) { self.make = make }

  // Once a test, not once a suite: the suite's own scope would be shared by its tests.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await Database.withCurrent(try await make()) { try await function() }
  }
}

extension Trait where Self == DatabaseTrait {
  /// A database in memory that starts with a tree.
  public static func inMemoryDatabase(_ fixture: Tree = .null, policy: (any AccessPolicy)? = nil) -> Self {
    DatabaseTrait { try Database.inMemory(fixture, policy: policy) }
  }

  /// A database that the closure makes: with files, an instrument, or on another datastore.
  public static func database(_ make: @escaping @Sendable () async throws -> Database) -> Self { DatabaseTrait(make) }
}
