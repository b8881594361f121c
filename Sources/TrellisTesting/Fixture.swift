public import Foundation
public import Testing
public import Trellis

/// Trees for tests, from JSON files.
public enum Fixture {
  /// The content of a JSON file, as a tree.
  ///
  /// - Throws: `.notFound` naming the file; `.invalid` with line, column and path when it is no JSON.
  public static func tree(at url: URL) throws -> Tree {
    let data: Data
    do { data = try Data(contentsOf: url) } catch {
      throw TrellisError(.notFound, "the fixture \(url.path) cannot be read", underlying: error)
    }
    do throws(JSONError) { return try Tree(json: data) } catch {
      throw TrellisError(.invalid, "the fixture \(url.path): \(error)", underlying: error)
    }
  }

  /// A JSON file beside the test that asks for it.
  ///
  /// ```swift
  /// let murals = try Fixture.tree(named: "murals.json")
  /// ```
  public static func tree(named name: String, beside file: String = #filePath) throws -> Tree {
    try tree(at: URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent(name))
  }
}

extension Trait where Self == DatabaseTrait {
  /// A database in memory that starts with a JSON file beside the test.
  ///
  /// ```swift
  /// @Suite(.inMemoryDatabase(json: "murals.json")) struct MuralTests { … }
  /// ```
  public static func inMemoryDatabase(json name: String, beside file: String = #filePath, policy: (any AccessPolicy)? = nil) -> Self {
    DatabaseTrait { try Database.inMemory(Fixture.tree(named: name, beside: file), policy: policy) }
  }
}
