package import TrellisPages
package import TrellisTree

/// How fresh what is read is to be.
///
/// ```swift
/// let murals = try await Mural.all(in: database.reading(.latest))
/// murals[0].snapshot.source        // .latest
/// ```
/// A handle without one takes what its datastore has, and `Snapshot.source` says what that was. A database that this process writes always
/// has the latest; the difference is for what may be cut off: a connection that is offline, a file that is open for reading only, a snapshot
/// of a database, a client of another one.
public enum ReadPolicy: Sendable, Hashable {
  /// What the database has at this moment. A connection that is offline is waited for, and a file that is open for reading only is looked
  /// into; a snapshot, which is what it was, refuses.
  case latest
  /// What is at hand, without waiting for anybody. It may be older.
  case cached
}

extension Snapshot {
  /// Where what a snapshot holds has come from.
  public enum Source: String, Sendable, Hashable {
    /// Nowhere yet: a draft, or a model of which only the key is known.
    case none
    /// From the database, as it was when it was read.
    case latest
    /// From what was at hand: others may have written since, and before it was read.
    case cached
    /// From a write of this very model, as the database has carried it out.
    case written
  }
}

extension Database {
  /// The same database, read by a policy.
  public func reading(_ policy: ReadPolicy?) -> Database {
    Database(datastore, files: files, auth: auth, instrument: instrument, readPolicy: policy)
  }

  /// What stands at several paths, and how fresh that is.
  package func nodes(_ paths: [TreePath]) async throws -> (nodes: [TreeSnapshot], source: Snapshot.Source) {
    try await measured(.read, paths.first ?? .root) { try await datastore.read(paths, as: auth, by: readPolicy) }
  }
}
