package import TrellisTree

/// One user's connection to a database: while it lasts they are there, and when it ends, however that happens, what was left
/// with it is written.
///
/// ```swift
/// let connection = database.as(Auth(uid: "ana")).openConnection()
/// try await connection.onDisconnect.set("presence/ana", ["online": false, "seen": .timestamp])
/// try await connection.database.set("presence/ana/online", true)
/// // …
/// try await connection.close()
/// ```
/// It ends when it is closed, or when the last reference to it goes; `Database.withConnection(_:)` closes it when a task is
/// done or cancelled. What was left with it is one atomic write for each user that left something, carried out once, as that
/// user. (Rules: data model §10, §11.)
///
/// Reads and writes through `database` are those of any handle; `/.info` shows the connection itself: `connected`,
/// `serverTimeOffset`, `authenticated`.
public final class Connection: Sendable {
  /// A handle whose `/.info` is that of this connection. While it is offline writes through it wait.
  public let database: Database
  /// The handle it was opened from.
  package let base: Database
  let gate: ConnectionGate

  /// - Parameter info: what stands at `/.info` besides `connected`.
  package init(_ database: Database, isConnected: Bool = true, info: Tree) {
    base = database
    gate = ConnectionGate(database, isConnected: isConnected, info)
    let connected = ConnectedDatastore(database.datastore, gate)
    self.database = Database(connected, files: database.files, auth: database.auth, instrument: database.instrument)
  }

  /// Writes for the end of the connection.
  public var onDisconnect: OnDisconnect { OnDisconnect(gate: gate, auth: database.auth) }

  /// Whether it is online.
  public var isConnected: Bool { gate.isConnected }

  /// Ends it as if the network had gone: what was left with it is written, and writes through `database` wait for `goOnline`.
  /// Offline already, it does nothing.
  public func goOffline() async throws { try await gate.disconnect(forever: false) }

  /// Takes it up again. What was left with it before has been written, and is not left again.
  public func goOnline() { gate.connect() }

  /// Ends it: what was left with it is written, and later writes through `database` throw `.disconnected`. Closing twice is fine.
  ///
  /// - Throws: what the write throws; then it is not tried again.
  public func close() async throws { try await gate.disconnect(forever: true) }

  /// Shows something else at a place of `/.info`: what a server tells of itself.
  package func show(_ key: TreeKey, _ value: Tree) { gate.info.set(key, value) }

  deinit {
    // Nobody waits for it, and nobody could be told of an error.
    let gate = gate
    Task { try? await gate.disconnect(forever: true) }
  }
}

extension Database {
  /// Opens a connection as the user of this handle.
  public func openConnection() -> Connection {
    Connection(self, info: ["authenticated": .bool(auth != nil), "serverTimeOffset": 0])
  }

  /// Runs a closure with a connection, which is closed when that is done, has thrown, or was cancelled.
  public func withConnection<Value>(_ body: (Connection) async throws -> Value) async throws -> Value {
    let connection = openConnection()
    let result: Result<Value, any Error>
    do { result = .success(try await body(connection)) } catch { result = .failure(error) }
    try await connection.close()
    return try result.get()
  }
}
