import Foundation
import Trellis
import TrellisSQLite

/// Writes to a database file until it is killed, and says on standard output what has been acknowledged: `task number`.
///
///     crash-writer FILE full|normal [COUNT]
///
/// Each commit of a task writes its number in three places. With a count it ends after so many commits of all tasks.
@main
struct CrashWriter {
  static let tasks = 8

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { throw CocoaError(.fileNoSuchFile) }
    let most = arguments.count > 3 ? Int(arguments[3]) : nil
    let database = try await Database.open(at: arguments[1], durability: arguments[2] == "full" ? .full : .normal)
    // It never ends in order, so this is never due.
    let connection = database.openConnection()
    try await connection.onDisconnect.update("/", ["left/a": .timestamp, "left/b": .timestamp])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks { group.addTask { try await write(to: database, task, most.map { $0 / tasks }) } }
      try await group.waitForAll()
    }
    if most != nil { say("done") }
    withExtendedLifetime(connection) {}
  }

  private static func write(to database: Database, _ task: Int, _ most: Int?) async throws {
    let key = TreeKey(task)
    let first = try await database.get(TreePath(["n", key])).int ?? 0
    var number = first
    while most.map({ number - first < Int64($0) }) ?? true {
      number += 1
      let text = Tree.string(String(repeating: "mural \(number) ", count: Int(number % 40)))
      try await database.update(
        "/",
        [
          TreePath(["n", key]): .int(number), TreePath(["a", key]): .int(number),
          TreePath(["texts", key, TreeKey(Int(number % 100))]): text,
        ])
      if most == nil { say("\(task) \(number)") }
    }
  }

  private static func say(_ words: String) { try? FileHandle.standardOutput.write(contentsOf: Data("\(words)\n".utf8)) }
}
