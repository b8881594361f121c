import FaultyDisk
import Testing

/// Some transactions of three rows and one updated row each, and the check of what became of them.
struct Workload: CustomTestStringConvertible {
  static let wal = Workload(journal: "wal", synchronous: "full")
  static let delete = Workload(journal: "delete", synchronous: "extra")
  static let truncate = Workload(journal: "truncate", synchronous: "full")

  static let transactions = 5

  var journal: String
  var synchronous: String

  var testDescription: String { "\(journal), \(synchronous)" }

  /// A checkpoint every few pages, so that cuts fall into checkpoints too.
  private var setup: [String] {
    [
      "PRAGMA synchronous=\(synchronous)", "PRAGMA journal_mode=\(journal)", "PRAGMA wal_autocheckpoint=8",
      "CREATE TABLE IF NOT EXISTS item(tx INTEGER, n INTEGER, body TEXT)",
      "CREATE INDEX IF NOT EXISTS item_body ON item(body)",
      "CREATE TABLE IF NOT EXISTS total(id INTEGER PRIMARY KEY, count INTEGER)",
      "INSERT OR IGNORE INTO total VALUES(1, 0)",
    ]
  }

  func open(_ disk: FaultyDisk, waiting milliseconds: Int = 0) throws -> Database {
    try Database(on: disk, setup: ["PRAGMA busy_timeout=\(milliseconds)"] + setup)
  }

  func write(_ transaction: Int, to database: Database) throws {
    try database.run("BEGIN IMMEDIATE")
    for number in 0..<3 {
      try database.run("INSERT INTO item VALUES(\(transaction), \(number), printf('%0900d', \(transaction * 10 + number)))")
    }
    try database.run("UPDATE total SET count = count + 1")
    try database.run("COMMIT")
  }

  /// Runs until the first error; returns the transactions whose commit was acknowledged.
  func runUntilError(on disk: FaultyDisk) -> Set<Int> {
    var acknowledged: Set<Int> = []
    guard let database = try? open(disk) else { return [] }
    for transaction in 1...Self.transactions {
      guard (try? write(transaction, to: database)) != nil else { break }
      acknowledged.insert(transaction)
    }
    return acknowledged
  }

  /// Runs through all errors, as a program would that tells its user and goes on.
  func runThroughErrors(on disk: FaultyDisk) -> Set<Int> {
    var acknowledged: Set<Int> = []
    var database = try? open(disk)
    for transaction in 1...Self.transactions {
      if database == nil { database = try? open(disk) }
      guard let database else { continue }
      do {
        try write(transaction, to: database)
        acknowledged.insert(transaction)
      } catch {
        try? database.run("ROLLBACK")
      }
    }
    return acknowledged
  }

  /// What is wrong with the database; nil when nothing is.
  func problem(on disk: FaultyDisk, acknowledged: Set<Int>) -> String? {
    do {
      let database = try open(disk)
      let check = try database.rows("PRAGMA integrity_check")
      guard check == [["ok"]] else { return "integrity: \(check)" }
      var found: Set<Int> = []
      for row in try database.rows("SELECT tx, count(*), count(DISTINCT n), min(length(body)) FROM item GROUP BY tx") {
        guard Array(row.dropFirst()) == ["3", "3", "900"] else { return "not whole: \(row)" }
        found.insert(Int(row[0]) ?? 0)
      }
      guard found.isSuperset(of: acknowledged) else { return "lost: \(acknowledged.subtracting(found).sorted())" }
      guard found.isSubset(of: Set(1...Self.transactions)) else { return "invented: \(found.sorted())" }
      guard try database.number("SELECT count FROM total") == found.count else { return "total does not fit" }
      // The database must go on working, not only be readable; and what it then takes must be there too.
      try write(99, to: database)
      guard try database.number("SELECT count(*) FROM item WHERE tx = 99") == 3 else { return "does not go on" }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// How many calls an undisturbed run makes.
  var callCount: Int {
    let disk = FaultyDisk()
    _ = runUntilError(on: disk)
    return disk.calls
  }
}
