import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisTree

/// Reads a damaged file row by row, from both ends towards what cannot be read.
struct Salvage {
  let arena = Arena()
  private let connection: SQLiteConnection
  private(set) var found = DatabaseFile.Salvaged()
  /// The last commit that was found.
  private(set) var number: Int64 = 0

  init(_ path: String) throws {
    func open(_ mode: SQLiteConnection.Mode) throws -> SQLiteConnection {
      let connection = try SQLiteConnection(path, mode)
      // SQLite then reads files that are shorter than they should be.
      try connection.execute("PRAGMA writable_schema = ON")
      _ = try connection.number("SELECT count(*) FROM sqlite_schema")
      return connection
    }
    do { connection = try open(.read) } catch { connection = try open(.immutable) }
  }

  mutating func readAll() throws {
    var edit = arena.begin()
    readTree(into: &edit)
    number = (try? connection.number("SELECT folded FROM state")) ?? 0
    let log = readLog()
    if found.lostRows > 0 || found.isIncomplete {
      // A priority is for what stood there then, which may be something else by now.
      for change in Self.history(log, through: number).flatMap(\.changes) where change.target == .node { edit.apply(change) }
    }
    for commit in log where commit.number > number {
      for change in commit.changes { edit.apply(change) }
      number = commit.number
    }
    _ = edit.publish()
    if found.rows == 0, found.lostRows > 0 || found.isIncomplete {
      throw TrellisError(.damaged, "nothing in it can be read; take the last backup")
    }
  }

  // MARK: The tree

  private enum Part {
    case tree(TreePath, Tree)
    case priority(TreePath, Tree.Scalar)
  }

  private mutating func readTree(into edit: inout Edit) {
    var priorities: [(TreePath, Tree.Scalar)] = []
    var parts: [Part] = []
    var found = found
    let isComplete = scan("rec", "k", "v", from: .blob([]), to: .blob([1])) { statement in
      let key = statement.blob(0)
      do {
        parts += try Self.parts(key, statement.blob(1))
        found.rows += 1
      } catch {
        found.lostRows += 1
      }
      return .blob(key)
    }
    if !isComplete { found.isIncomplete = true }
    self.found = found
    for part in parts {
      switch part {
      case .tree(let path, let tree): edit.set(path.keys, tree)
      case .priority(let path, let scalar): priorities.append((path, scalar))
      }
    }
    // Now that there is something to have them.
    for (path, scalar) in priorities { edit.setPriority(path.keys, scalar) }
  }

  private static func parts(_ place: [UInt8], _ row: [UInt8]) throws -> [Part] {
    let bytes = row.span
    var reader = try PackedReader(sealed: bytes, for: place)
    let path = try TreePath(place: place)
    let depth = try reader.varint(bytes)
    // The row's place is that of its first entry, or of the node that has a priority.
    guard depth <= UInt64(path.keys.count + 1) else { throw PackedProblem("it is not where it should be") }
    let parent = TreePath(Array(path.keys.prefix(max(Int(depth) - 1, 0))))
    var parts: [Part] = []
    while !reader.isAtEnd(bytes) {
      let text = try reader.text(bytes)
      if !text.isEmpty {
        parts.append(.tree(parent.appending(try PackedReader.key(bytes, text)), try reader.tree(bytes)))
      } else if depth == 0 {
        parts.append(.tree(.root, try reader.tree(bytes)))
      } else {
        parts.append(.priority(parent, try reader.scalar(bytes, try reader.byte(bytes))))
      }
    }
    return parts
  }

  // MARK: The log

  private mutating func readLog() -> [Commit] {
    var rows: [(id: Int64, row: [UInt8])] = []
    let isComplete = scan("log", "id", "op", from: .int(-1), to: .int(.max)) { statement in
      rows.append((statement.int(0), statement.blob(1)))
      return .int(statement.int(0))
    }
    if !isComplete { found.isIncomplete = true }
    var commits: [Commit] = []
    for group in LogRows.groups(rows.sorted { $0.id < $1.id }) {
      do {
        commits += try LogRows.commits(group)
        found.rows += 1
      } catch {
        found.lostRows += 1
      }
    }
    return commits
  }

  /// What the tree has already, but may have lost. Doing it once more changes nothing, unless some of it is missing.
  private static func history(_ log: [Commit], through number: Int64) -> [Commit] {
    var history: [Commit] = []
    for commit in log.reversed() where commit.number == number - Int64(history.count) { history.append(commit) }
    return history.reversed()
  }

  // MARK: Rows

  /// Rows of a table, as far as they can be reached from either end; answers whether those are all. `body` answers the key of
  /// the row.
  private func scan(
    _ table: String, _ key: String, _ value: String, from: SQLiteValue, to: SQLiteValue, _ body: (SQLiteStatement) -> SQLiteValue
  ) -> Bool {
    var (low, high) = (from, to)
    for direction in ["ASC", "DESC"] {
      do {
        let statement = try connection.prepared(
          "SELECT \(key), \(value) FROM \(table) WHERE \(key) > ? AND \(key) < ? ORDER BY \(key) \(direction)")
        defer { statement.reset() }
        try statement.bind([low, high])
        while try statement.step() {
          let seen = body(statement)
          if direction == "ASC" { low = seen } else { high = seen }
        }
        return direction == "ASC"
      } catch {
        continue
      }
    }
    return false
  }
}
