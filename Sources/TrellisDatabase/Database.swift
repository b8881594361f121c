/// A handle to one tree: where it lives, who asks, and where its files are. Cheap to copy, usable from anywhere.
///
/// ```swift
/// let database = Database.inMemory(["artists": ["a1": ["country": "US"]]])
/// try await database.set("artists/a2", ["country": "FR"])
/// let french = try await database.get("artists/a2/country").string
/// ```
/// Models find their database by themselves (`Database.current`); this is the face for code without models. A path may be
/// a literal, which traps when it is illegal, or `try TreePath(text)`.
///
/// ## Topics
/// - Reading: `get(_:)`, `observe(_:)`, `changes(of:)`, `events(of:)`, `explain(_:)`, `snapshot()`, `reading(_:)`, `commits(since:)`
/// - Writing: `set(_:_:)`, `update(_:_:)`, `push(_:_:)`, `remove(_:)`, `setPriority(_:_:)`, `transaction(_:_:)`, `write(_:)`
/// - Choosing: `current`, `setDefault(_:)`, `withCurrent(_:_:)`, `as(_:)`
/// - Being there: `openConnection()`, `withConnection(_:)`
/// - Ending: `flush()`, `close()`
public struct Database: Sendable {
  /// One object for all of it, because every model keeps a handle.
  private final class Parts: Sendable {
    let datastore: any Datastore
    let files: (any FileStore)?
    let auth: Auth?
    let instrument: (any Instrument)?
    let readPolicy: ReadPolicy?

    init(
      _ datastore: any Datastore, _ files: (any FileStore)?, _ auth: Auth?, _ instrument: (any Instrument)?, _ readPolicy: ReadPolicy?
    ) {
      self.datastore = datastore
      self.files = files
      self.auth = auth
      self.instrument = instrument
      self.readPolicy = readPolicy
    }
  }

  private let parts: Parts

  public init(_ datastore: any Datastore, files: (any FileStore)? = nil, auth: Auth? = nil, instrument: (any Instrument)? = nil) {
    self.init(datastore, files: files, auth: auth, instrument: instrument, readPolicy: nil)
  }

  init(
    _ datastore: any Datastore, files: (any FileStore)?, auth: Auth?, instrument: (any Instrument)?, readPolicy: ReadPolicy?
  ) {
    parts = Parts(datastore, files, auth, instrument, readPolicy)
  }

  public var datastore: any Datastore { parts.datastore }

  /// Where the files are that nodes refer to.
  public var files: (any FileStore)? { parts.files }

  /// Who asks, for the access policy; nil for nobody in particular.
  public var auth: Auth? { parts.auth }

  package var instrument: (any Instrument)? { parts.instrument }

  /// How fresh what is read is to be; nil to take what the datastore has.
  public var readPolicy: ReadPolicy? { parts.readPolicy }

  /// The same database, asked by somebody: an app's rules can be tried out in-process.
  public func `as`(_ auth: Auth?) -> Database {
    Database(datastore, files: files, auth: auth, instrument: instrument, readPolicy: readPolicy)
  }

  /// The same database with another place for its files.
  public func with(files: any FileStore) -> Database {
    Database(datastore, files: files, auth: auth, instrument: instrument, readPolicy: readPolicy)
  }

  /// The same database, telling somebody what it does.
  public func with(instrument: any Instrument) -> Database {
    Database(datastore, files: files, auth: auth, instrument: instrument, readPolicy: readPolicy)
  }

  /// The same database, telling nobody and reading what the datastore has: for the parts of an operation that is told of as a whole, and
  /// that writes under the condition of what it has read.
  package var unobserved: Database {
    instrument == nil && readPolicy == nil ? self : Database(datastore, files: files, auth: auth)
  }

  /// The tree as it is now: reads through it agree with one another however long they take. It takes no writes.
  public func snapshot() async throws -> Database {
    // Which is never the latest.
    Database(try await datastore.snapshot(), files: files, auth: auth, instrument: instrument)
  }

  /// Returns once all writes so far are durable.
  public func flush() async throws { try await datastore.flush() }

  /// Waits for writes under way and ends the database; every later call throws `.closed`.
  public func close() async throws { try await datastore.close() }

  /// Whether both are handles to one tree, whoever asks.
  package func isSame(as other: Database) -> Bool { datastore.identity == other.datastore.identity }
}
