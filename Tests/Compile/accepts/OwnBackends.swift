// An app may bring its own datastore, file store, access policy and instrument.
import Foundation
import Trellis

final class Forwarding: Datastore {
  private let inner: LocalDatastore

  init(_ tree: Tree) throws { inner = try LocalDatastore(tree) }

  func read(_ paths: [TreePath], as auth: Auth?) async throws -> [TreeSnapshot] { try await inner.read(paths, as: auth) }
  func read(_ query: TreeQuery, as auth: Auth?) async throws -> QueryResult { try await inner.read(query, as: auth) }
  func write(_ write: TreeWrite, as auth: Auth?) async throws -> Commit { try await inner.write(write, as: auth) }
  func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates { inner.observe(query, as: auth) }
  func commitNumber() async throws -> Int64 { try await inner.commitNumber() }
  func commits(since number: Int64) -> Commits { inner.commits(since: number) }
  func snapshot() async throws -> any Datastore { try await inner.snapshot() }
  func flush() async throws { try await inner.flush() }
  func close() async throws { try await inner.close() }
}

struct NoFiles: FileStore {
  func read(_ location: String, maxSize: Int) async throws -> Data { throw TrellisError(.notFound, "there is no \(location)") }
  func write(_ content: Data, to location: String) async throws {}
  func delete(_ location: String) async throws {}
  func url(for location: String) async throws -> URL { URL(fileURLWithPath: location) }
}

struct ReadOnly: AccessPolicy {
  func admit(_ write: WriteRequest) throws {
    for change in write.changes where !change.path.isRoot {
      throw TrellisError(.permissionDenied, at: change.path, "\(write.auth?.uid ?? "nobody") may not write here")
    }
  }
}

struct Printing: Instrument {
  func record(_ event: InstrumentEvent) { print(event.operation, event.path, event.duration, event.attempts) }
}

func open() throws -> [Database] {
  [
    Database(try Forwarding(["a": 1]), files: NoFiles(), auth: Auth(uid: "alice"), instrument: Printing()),
    try Database.inMemory(["a": 1], policy: ReadOnly()),
  ]
}
