public import TrellisTree

extension Database {
  /// Replaces the node at a path by what a JSON text says, which comes in pieces, so that it is never in memory as a whole: for
  /// texts of any size. Priorities and values of branches are read as `JSONForm.export` writes them.
  ///
  /// ```swift
  /// let file = try FileHandle(forReadingFrom: url)
  /// try await database.importJSON(at: "murals") {
  ///   let piece = try file.read(upToCount: 1 << 18) ?? Data()
  ///   return piece.isEmpty ? nil : Array(piece)
  /// }
  /// ```
  /// All of it or nothing, whatever happens meanwhile. A text of more than 1 MB is kept as the tree that it makes and not as a
  /// commit: `commits(since:)` cannot go back behind it, and whoever follows gets `.historyGone`. Other writes wait until it
  /// is done, reads do not.
  ///
  /// - Parameter next: gives the next piece, of any length above zero; nil at the end.
  /// - Returns: the number of the commit.
  /// - Throws: `.invalid` with line, column and path when it is no JSON, holds server values or breaks a limit of writes; else as
  ///   `write(_:)`, and what `next` throws.
  @discardableResult
  public func importJSON(
    at path: TreePath = .root, options: JSONOptions = JSONOptions(), from next: @escaping @Sendable () throws -> [UInt8]?
  ) async throws -> Int64 {
    try await measured(.write, path) { try await datastore.importJSON(at: path, options: options, as: auth, from: next) }
  }

  /// The newest commits that are still kept, oldest first. A file keeps some thousands of small ones; none behind an import.
  public func recentCommits(_ most: Int = 100) async throws -> [Commit] { try await datastore.recentCommits(most) }

  /// What the database takes in memory; nil when that is not known, as of one that is elsewhere.
  public func statistics() async throws -> DatabaseStatistics? { try await datastore.statistics() }
}
