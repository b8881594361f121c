public import TrellisDatabase
import TrellisPages
import TrellisQueries
public import TrellisTree

extension Database {
  /// Carries out migrations that this database has not seen yet, in their order.
  ///
  /// Each page of members is one commit, together with how far the migration is, which is kept at `migrations/<name>`. So it may be
  /// stopped at any moment, by an error, by cancellation or by the end of the process: the next call goes on where it was, and no
  /// member is changed twice. Several processes may call it at once. Members that are written meanwhile are looked at again.
  ///
  /// - Parameters:
  ///   - size: how many members make a page.
  ///   - place: where it is kept what has been done.
  ///   - progress: is told after each page.
  /// - Throws: what a migration's closure throws, for the first member of which it does; `.invalid` when the member is wrong
  ///   afterwards; `.maxRetries` when others keep changing a page; what `get` and `write` throw.
  public func migrate(
    _ migrations: [Migration], pagesOf size: Int = 500, at place: TreePath = "migrations",
    progress: (MigrationProgress) -> Void = { _ in }
  ) async throws {
    for migration in migrations {
      var isFinished = try await get(place.appending(migration.name).appending("finishedAt")).exists
      while !isFinished {
        try Task.checkCancellation()
        let step = try await step(migration, Swift.max(size, 1), place.appending(migration.name))
        progress(step)
        isFinished = step.isFinished
      }
    }
  }

  /// Does one page, from where the database says that the migration is.
  private func step(_ migration: Migration, _ size: Int, _ place: TreePath) async throws -> MigrationProgress {
    let database = unobserved
    return try await retrying(at: place) { _ in
      let nodes = try await database.get([place, migration.collection])
      let before = MigrationState(nodes[0])
      if before.isFinished { return before.progress(migration.name, nodes[1].count) }
      let page = try await database.get(before.query(of: migration.collection, size))
      var after = before
      try await database.batch { batch in
        for (key, node) in page {
          let snapshot = Snapshot(database: database, path: migration.collection.appending(key), node: node)
          if try migration.change(snapshot, &batch) { after.changed += 1 }
        }
        after.done += page.count
        after.last = page.last?.key ?? before.last
        after.isFinished = page.count < size
        batch.require(.equals(nodes[0].tree, at: place))
        batch.set(place, after.tree)
      }
      return after.progress(migration.name, nodes[1].count)
    }
  }
}

/// How far a migration is, as the database keeps it.
private struct MigrationState {
  var done: Int
  var changed: Int
  /// The last member that was looked at.
  var last: TreeKey?
  var isFinished: Bool

  init(_ node: TreeSnapshot) {
    done = Int(node["done"].int ?? 0)
    changed = Int(node["changed"].int ?? 0)
    last = TreeKey(field: node["last"], keys: .plain)
    isFinished = node["finishedAt"].exists
  }

  var tree: Tree {
    [
      "done": .int(Int64(done)), "changed": .int(Int64(changed)), "last": last.map { .string($0.text) } ?? .null,
      "finishedAt": isFinished ? .timestamp : .null,
    ]
  }

  func query(of collection: TreePath, _ size: Int) throws -> TreeQuery {
    do throws(TreeQuery.Invalid) {
      let query = try TreeQuery(collection).ordered(by: .key).first(size)
      return try last.map { last throws(TreeQuery.Invalid) in try query.starting(after: .string(last.text)) } ?? query
    } catch {
      throw TrellisError(error, at: collection)
    }
  }

  func progress(_ name: TreeKey, _ total: Int) -> MigrationProgress {
    MigrationProgress(name: name, done: done, changed: changed, total: total, isFinished: isFinished)
  }
}
