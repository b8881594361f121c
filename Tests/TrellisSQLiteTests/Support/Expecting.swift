import Testing
import TrellisDatabase
import TrellisEngine
import TrellisSQLite
import TrellisTree

/// Runs what must throw a `TrellisError` of a kind that says certain words.
func expectError<Value>(
  _ code: TrellisError.Code, saying words: [String] = [], isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
) async {
  do {
    _ = try await body()
    Issue.record("no error was thrown, but \(code) is expected", sourceLocation: sourceLocation)
  } catch let error as TrellisError {
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    for word in words { #expect(error.message.contains(word), "\(error)", sourceLocation: sourceLocation) }
  } catch {
    Issue.record("\(code) is expected, not \(error)", sourceLocation: sourceLocation)
  }
}

extension Database {
  /// What is stored, as JSON with priorities.
  func json(_ path: TreePath = .root) async throws -> String { try await get(path).json(.export) }

  /// A database whose file gets its rows written anew after every few commits.
  static func openFoldingOften(_ path: String, checkpointBytes: Int = 1000, vfs: String? = nil) async throws -> Database {
    Database(try await LocalDatastore.open(try SQLiteJournal(path, durability: .normal, checkpointBytes: checkpointBytes, vfs: vfs)))
  }
}
