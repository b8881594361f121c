public import TrellisDatabase
public import TrellisEngine

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Database {
  /// A database in a file, which is made when it is not there.
  ///
  /// ```swift
  /// let database = try await Database.open(at: "murals.db")
  /// try await database.set("artists/a1/country", "US")   // on the disk when it returns
  /// try await database.close()
  /// ```
  /// It is read into memory as a whole and answers from there; writes go to the file before they return. One opening at a time
  /// may write, others may read: a file left open by a process that died is no hindrance. It is an SQLite file, with a
  /// write-ahead log beside it while it is open.
  ///
  /// - Parameters:
  ///   - durability: when a write returns.
  ///   - readOnly: shows what the file holds and takes no writes; `refresh()` shows what others have written since.
  ///   - policy: who may read and write what.
  ///   - indexes: which indexes it keeps, to answer queries by something else than keys.
  /// - Throws: `.inUse` when somebody else has it for writing, `.damaged` with what was found, `.newerFormat`, `.storageFailed`;
  ///   `.invalid` for a path that names no file.
  public static func open(
    at path: String, durability: Durability = .full, readOnly: Bool = false, policy: (any AccessPolicy)? = nil,
    indexes: IndexSettings = IndexSettings(), files: (any FileStore)? = nil
  ) async throws -> Database {
    guard !path.isEmpty, path != ":memory:" else {
      throw TrellisError(.invalid, "\"\(path)\" names no file; Database.inMemory() makes a database without one")
    }
    if readOnly { return Database(try await ReadOnlyDatastore(path, policy: policy, indexes: indexes), files: files) }
    let journal = try SQLiteJournal(path, durability: durability)
    return Database(try await LocalDatastore.open(journal, policy: policy, indexes: indexes), files: files)
  }

  /// The same, with the file as a URL.
  public static func open(
    at url: URL, durability: Durability = .full, readOnly: Bool = false, policy: (any AccessPolicy)? = nil,
    indexes: IndexSettings = IndexSettings(), files: (any FileStore)? = nil
  ) async throws -> Database {
    try await open(at: url.path, durability: durability, readOnly: readOnly, policy: policy, indexes: indexes, files: files)
  }

  /// Makes a database in a new file, which is there with all that `body` writes, or not at all.
  ///
  /// ```swift
  /// try await Database.create(at: "murals.db") { try await $0.importJSON(from: pieces) }
  /// ```
  /// - Throws: `.storageFailed` when there is a file already or it cannot be made, and what `body` throws; then nothing is left behind.
  public static func create<Value>(at path: String, _ body: (Database) async throws -> Value) async throws -> Value {
    try await NewFile.make(path) { temporary in
      let journal = try SQLiteJournal(temporary)
      let database = Database(try await LocalDatastore.open(journal))
      let value: Value
      do {
        value = try await body(database)
        try await database.close()
      } catch {
        try? await database.close()
        throw error
      }
      return value
    }
  }

  /// Of a database that is open for reading only: shows what others have written since, and tells listeners. Others have
  /// nothing to catch up with.
  ///
  /// - Throws: `.notFound` if the file was removed or replaced since it was opened, `.damaged`, `.storageFailed`.
  public func refresh() async throws { try (datastore as? ReadOnlyDatastore)?.refresh() }

  /// Makes the file of this database as small as it can be. Writes wait meanwhile. In memory there is nothing to do.
  ///
  /// - Throws: `.storageFailed`, for example when there is no room for the copy that it takes.
  public func compact() async throws {
    guard let local = datastore as? LocalDatastore, let journal = local.journal as? SQLiteJournal else { return }
    do {
      try await local.betweenGroups { try await journal.compact($0) }
    } catch {
      throw TrellisError(error, file: journal.path)
    }
  }
}
