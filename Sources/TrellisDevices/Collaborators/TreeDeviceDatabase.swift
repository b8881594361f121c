public import TrellisDatabase
public import TrellisPages
public import TrellisTree

/// A `Database` as the store uses it: asked as the user who is signed in, and connected as its connection is, if it has one.
public struct TreeDeviceDatabase: DeviceDatabase {
  private let database: Database

  public init(_ database: Database) { self.database = database }

  public func read(_ path: TreePath, as user: AuthUser) async throws -> TreeSnapshot { try await database.as(user.auth).get(path) }

  public func write(_ write: TreeWrite, as user: AuthUser) async throws -> Commit { try await database.as(user.auth).write(write) }

  public func transaction(
    at path: TreePath, as user: AuthUser, _ body: @Sendable (Tree) throws -> Tree?
  ) async throws -> TransactionResult {
    try await database.as(user.auth).transaction(path, body)
  }

  public func changes(at path: TreePath, as user: AuthUser) -> AsyncStream<Void> {
    let updates = database.as(user.auth).observe(path)
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
      let task = Task {
        // A place that may not be read, or no longer, has nothing more to say.
        do { for try await _ in updates { stream.yield() } } catch {}
        stream.finish()
      }
      stream.onTermination = { _ in task.cancel() }
    }
  }

  public func connected() -> AsyncStream<Bool> {
    let database = database
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
      let task = Task {
        let place = TreePath([TreePath.info, "connected"])
        // Without a connection of its own it is in this process, and always there.
        guard let now = try? await database.get(place).bool else {
          stream.yield(true)
          return
        }
        stream.yield(now)
        do { for try await result in database.observe(place) { stream.yield(result.node.bool ?? false) } } catch {}
        stream.yield(false)
      }
      stream.onTermination = { _ in task.cancel() }
    }
  }
}
