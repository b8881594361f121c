import TrellisDatabase
import TrellisPages
import TrellisTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A database file, seen from outside: to look after it, whether or not it is open somewhere.
///
/// ```swift
/// let file = DatabaseFile(at: "murals.db")
/// try await file.backup(to: "murals-monday.db")
/// for problem in try await file.check() { print(problem) }
/// ```
public struct DatabaseFile: Sendable {
  public let path: String

  public init(at path: String) { self.path = path }
  public init(at url: URL) { self.init(at: url.path) }

  // MARK: Copying

  /// Copies all that is committed to a new file, also while the database is open and written to. The new file is there
  /// as a whole or not at all.
  ///
  /// - Throws: `.storageFailed` when there is such a file already or it cannot be written, `.damaged`, `.newerFormat`.
  public func backup(to target: String) async throws {
    do {
      try await NewFile.make(target, modeOf: path) { temporary in
        try FileReader.connect(path).run("VACUUM INTO ?", .text(temporary))
      }
    } catch {
      throw TrellisError(error, file: "\(path), copied to \(target)")
    }
  }

  // MARK: Checking

  /// Reads everything and says what is wrong with it; nothing when all is well. O(size).
  ///
  /// - Throws: `.storageFailed` when the file cannot be opened, `.newerFormat`.
  public func check() async throws -> [String] {
    do {
      let connection = try FileReader.connect(path)
      return try connection.transaction("BEGIN") { try FileCheck(connection).problems() }
    } catch {
      let error = TrellisError(error, file: path)
      if error.code == .damaged { return [error.message] }
      throw error
    }
  }
}
