import TrellisDatabase
import TrellisPages
import TrellisTree

extension DatabaseFile {
  /// What was found in a damaged file.
  public struct Salvaged: Sendable, Equatable {
    /// Rows of the tree, and groups of commits, that could be read.
    public var rows = 0
    /// Such that were found and could not be read.
    public var lostRows = 0
    /// Whether parts of the file could not be reached, so that there may have been more rows.
    public var isIncomplete = false
  }

  /// Writes everything that can be read in a damaged file to a new one. The damaged one stays as it is.
  ///
  /// - Returns: how much was read and how much was not.
  /// - Throws: `.storageFailed` when the target is there already or cannot be written; `.damaged` when nothing can be read.
  @discardableResult
  public func salvage(to target: String) async throws -> Salvaged {
    do {
      var salvage = try Salvage(path)
      try salvage.readAll()
      try await NewFile.make(target, modeOf: path) { temporary in
        let journal = try SQLiteJournal(temporary)
        try journal.fill(salvage.arena.pin(), number: salvage.number)
      }
      return salvage.found
    } catch {
      throw TrellisError(error, file: path)
    }
  }
}
