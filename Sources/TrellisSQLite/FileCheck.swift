import TrellisPages
import TrellisTree

/// Looks at everything in a database file.
struct FileCheck {
  private let connection: SQLiteConnection
  private static let mostProblems = 100

  init(_ connection: SQLiteConnection) { self.connection = connection }

  func problems() throws -> [String] {
    var problems = try sqliteProblems()
    problems += try rowProblems()
    do {
      let folded = try connection.number("SELECT folded FROM state") ?? 0
      _ = try LogRows.commits(connection, behind: min(try LogRows.firstKept(connection).map { $0 - 1 } ?? folded, folded))
    } catch let problem as RowProblem {
      problems.append("\(problem)")
    }
    // Each row may be good and all together not.
    if problems.isEmpty {
      do {
        let arena = Arena()
        var edit = arena.begin()
        try TreeRows.read(connection, into: &edit)
      } catch let problem as RowProblem {
        problems.append("\(problem)")
      }
    }
    return Array(problems.prefix(Self.mostProblems))
  }

  private func sqliteProblems() throws -> [String] {
    let statement = try connection.prepared("PRAGMA integrity_check(\(Self.mostProblems))")
    defer { statement.reset() }
    var problems: [String] = []
    while try statement.step() {
      let words = statement.text(0)
      if words != "ok" { problems.append("SQLite: \(words)") }
    }
    return problems
  }

  private func rowProblems() throws -> [String] {
    let statement = try connection.prepared("SELECT k, v FROM rec ORDER BY k")
    defer { statement.reset() }
    var problems: [String] = []
    while problems.count < Self.mostProblems, try statement.step() {
      let key = statement.blob(0)
      let row = statement.blob(1)
      do throws(PackedProblem) { _ = try PackedReader(sealed: row.span, for: key) } catch {
        problems.append("\(RowProblem(.tree(key), error))")
      }
    }
    return problems
  }
}
