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
    if !exists { throw Failure(.missing, "there is no file \(path); trellis init \(path) makes an empty database") }
  }
}

// MARK: Opening

extension Location {
  /// Runs something with the database, which others may be writing.
  func reading<Value>(_ body: (Database) async throws -> Value) async throws -> Value {
    try requireExists()
    return try await Self.using(try await openFile(readOnly: true), body)
  }

  /// Runs something with the database, which nobody else can write meanwhile.
  func writing<Value>(creating: Bool = false, _ body: (Database) async throws -> Value) async throws -> Value {
    if !exists, creating { return try await makingNew(body) }
    try requireExists()
    return try await Self.using(try await openFile(readOnly: false), body)
  }

  /// Makes the file under another name first, so that it is there with what `body` writes, or not at all.
  private func makingNew<Value>(_ body: (Database) async throws -> Value) async throws -> Value {
    let temporary = try Location("\(path).\(getpid()).part")
    defer { for end in ["", "-wal", "-shm", "-lock"] { try? FileManager.default.removeItem(atPath: temporary.path + end) } }
    let value = try await Self.using(try await temporary.openFile(readOnly: false), body)
    guard link(temporary.path, path) == 0 else {
      throw Failure(.storage, "\(path) cannot be made: \(String(cString: strerror(errno)))")
    }
    return value
  }

  private static func using<Value>(_ database: Database, _ body: (Database) async throws -> Value) async throws -> Value {
    let value: Value
    do { value = try await body(database) } catch {
      try? await database.close()
      throw error
    }
    try await database.close()
    return value
  }
}

extension Invocation {
  /// The database that is named.
  var location: Location { get throws { try Location(require(.database)) } }

  func reading<Value>(_ body: (Database) async throws -> Value) async throws -> Value { try await location.reading(body) }

  func writing<Value>(_ body: (Database) async throws -> Value) async throws -> Value {
    try await location.writing(creating: has(.create), body)
  }
}
