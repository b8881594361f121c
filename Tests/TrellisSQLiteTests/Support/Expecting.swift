import Testing
import TrellisDatabase
import TrellisEngine
import TrellisSQLite
import TrellisTree

extension Database {
  /// What is stored, as JSON with priorities.
  func json(_ path: TreePath = .root) async throws -> String { try await get(path).json(.export) }

  /// A database whose file gets its rows written anew after every few commits.
  static func openFoldingOften(_ path: String, checkpointBytes: Int = 1000, vfs: String? = nil) async throws -> Database {
    Database(try await LocalDatastore.open(try SQLiteJournal(path, durability: .normal, checkpointBytes: checkpointBytes, vfs: vfs)))
  }
}
