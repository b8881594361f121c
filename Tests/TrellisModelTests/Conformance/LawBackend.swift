import Foundation
import Trellis
import TrellisTesting

/// All that can keep models: what laws run on.
enum LawBackend: CaseIterable {
  case memory, minimal, journal, file, relaxedFile

  /// Runs laws on databases of this kind, and removes what they leave.
  func onFreshDatabases(_ body: (_ open: @escaping () async throws -> Database) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trellis-laws-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let opened = Opened()
    try await body {
      let database = try await open(in: folder)
      opened.databases.append(database)
      return database
    }
    for database in opened.databases { try await database.close() }
  }

  private final class Opened { var databases: [Database] = [] }

  private func open(in folder: URL) async throws -> Database {
    let file = folder.appendingPathComponent("\(PushKey.next()).db")
    return switch self {
    case .memory: .inMemory()
    case .minimal: Database(MinimalDatastore())
    case .journal: try await .journaled(by: FaultyJournal())
    case .file: try await .open(at: file)
    case .relaxedFile: try await .open(at: file, durability: .normal)
    }
  }
}
