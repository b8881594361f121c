import Foundation
import TrellisDatabase

/// Where a database is, as it was typed.
struct Location: Sendable {
  let path: String

  init(_ text: String) throws {
    guard !text.contains("://") else {
      throw Failure(.usage, "\(text) is the address of a server; this version opens files")
    }
    guard !text.isEmpty, text != "-" else { throw Failure(.usage, "DB is the path of a database file, not \"\(text)\"") }
    path = text
  }

  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  func requireExists() throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw Failure(.storage, "\(path) is a folder, not a database file")
    }
    if access(path, R_OK) != 0, errno == EACCES { throw Failure(.storage, "\(path) cannot be read: there is no permission") }
    if !exists { throw Failure(.missing, "there is no file \(path); trellis init \(path) makes an empty database") }
  }
}

// MARK: Opening

extension Location {
  /// Runs something with the database, which others may be writing.
  func reading<Value>(_ console: Console, policy: (any AccessPolicy)? = nil, _ body: (Database) async throws -> Value) async throws -> Value
  {
    try requireExists()
    return try await Self.using(try await openFile(readOnly: true, policy), console, body)
  }

  /// Runs something with the database, which nobody else can write meanwhile.
  func writing<Value>(
    _ console: Console, creating: Bool = false, wait: Duration = .zero, policy: (any AccessPolicy)? = nil,
    _ body: (Database) async throws -> Value
  )
    async throws -> Value
  {
    if !exists, creating {
      if policy != nil { throw Failure(.usage, "--create makes a database that no rules are asked about; leave it or --rules out") }
      try requireFolder()
      return try await makeFile(body)
    }
    try requireExists()
    return try await Self.using(try await openWaiting(wait, policy), console, body)
  }

  private func requireFolder() throws {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    if !FileManager.default.fileExists(atPath: folder) { throw Failure(.storage, "there is no folder for \(path); make it first") }
  }

  /// Opens for writing once nobody else has the database, or gives up.
  private func openWaiting(_ wait: Duration, _ policy: (any AccessPolicy)?) async throws -> Database {
    let clock = ContinuousClock()
    let end = clock.now + wait
    while true {
      do { return try await openFile(readOnly: false, policy) } catch TrellisError.Code.inUse where clock.now < end {
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  private static func using<Value>(
    _ database: Database, _ console: Console, _ body: (Database) async throws -> Value
  ) async throws -> Value {
    let value: Value
    do { value = try await body(database) } catch {
      try? await database.close()
      throw error
    }
    // What was written is there, whatever tidying it up meets with.
    do { try await database.close() } catch { console.complain("the file could not be tidied up: \(Failure(error).message)") }
    return value
  }
}

extension Invocation {
  /// The database that is named.
  var location: Location { get throws { try Location(require(.database)) } }

  func reading<Value>(_ body: (Database) async throws -> Value) async throws -> Value {
    let (policy, auth) = (try policy(), try auth())
    return try await location.reading(console, policy: policy) { try await body($0.as(auth)) }
  }

  func writing<Value>(_ body: (Database) async throws -> Value) async throws -> Value {
    let (policy, auth) = (try policy(), try auth())
    let wait = try seconds(.wait, or: .zero)
    return try await location.writing(console, creating: has(.create), wait: wait, policy: policy) { try await body($0.as(auth)) }
  }
}
