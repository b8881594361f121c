import Foundation
import Testing
import TrellisDatabase
import TrellisFiles

/// The stores that must behave alike.
enum Store: CaseIterable, Sendable {
  case memory, folder

  /// Runs a test on an empty store, in a folder of its own where it needs one.
  func run(_ body: (any FileStore) async throws -> Void) async throws {
    switch self {
    case .memory: try await body(MemoryFileStore())
    case .folder: try await withTemporaryFolder { try await body(FolderFileStore($0)) }
    }
  }
}

/// Makes a folder for a test and removes it afterwards.
func withTemporaryFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(component: "trellis-files-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  do { try await body(folder) } catch {
    try? FileManager.default.removeItem(at: folder)
    throw error
  }
  try FileManager.default.removeItem(at: folder)
}

/// Content that is told apart by its first byte and its length.
func content(_ byte: UInt8, _ count: Int) -> Data { Data(repeating: byte, count: count) }
