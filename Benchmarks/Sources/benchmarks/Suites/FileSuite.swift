import BenchmarkSupport
import Foundation
import Trellis

/// Databases in files, beside what SQLite itself takes for the same bytes, in the same file.
enum FileSuite {
  static func benchmarks(_ size: DataSet.Size) -> [Benchmark] {
    [
      commit(size, .full, "full", gate: 0.9), commit(size, .normal, "normal", gate: 0.7), groups(size, gate: 4), opening(size),
      fileSize(size),
    ]
  }

  /// A file with the data, gone with it.
  private final class File {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trellis-benchmark-\(UUID().uuidString)")
    var path: String { folder.appending(path: "data.db").path }

    init(_ data: DataSet) async throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let database = try await Database.open(at: path, durability: .normal)
      try await database.set("/", try Tree(json: String(decoding: data.json, as: UTF8.self)))
      try await database.close()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  private static func commit(_ size: DataSet.Size, _ durability: Durability, _ name: String, gate: Double) -> Benchmark {
    Benchmark("file: commit one set, \(name), \(size.rawValue)", unit: "commit", gate: gate) {
      let data = DataSet.of(size)
      let file = try await File(data)
      let database = try await Database.open(at: file.path, durability: durability)
      let raw = try RawSQLite(file.path, synchronous: name)
      try raw.execute("CREATE TABLE peer(id INTEGER PRIMARY KEY, op BLOB NOT NULL)")
      let insert = try raw.prepare("INSERT INTO peer(op) VALUES (?)")
      // As long as our row of such a commit.
      let bytes = [UInt8](repeating: 7, count: 60)
      return Benchmark.Contest(
        ours: Contestant("Trellis") { count in
          for i in 0..<count { try await database.set(data.paths[i], .double(Double(i))) }
          withExtendedLifetime(file) {}
        },
        peer: Contestant("bare insert, same file") { count in for _ in 0..<count { try insert.run(bytes) } })
    }
  }

  private static func groups(_ size: DataSet.Size, gate: Double) -> Benchmark {
    Benchmark("file: commit 100 sets at once, full, \(size.rawValue)", unit: "set", gate: gate) {
      let data = DataSet.of(size)
      let file = try await File(data)
      let database = try await Database.open(at: file.path)
      let raw = try RawSQLite(file.path, synchronous: "full")
      try raw.execute("CREATE TABLE peer(k BLOB PRIMARY KEY, v BLOB NOT NULL) WITHOUT ROWID; BEGIN")
      let upsert = try raw.prepare("INSERT OR REPLACE INTO peer VALUES (?, ?)")
      for record in data.records {
        for field in ["active", "age", "name", "score"] {
          try upsert.run(Array("items/\(record.key)/\(field)".utf8), [1, 2, 3, 4, 5, 6, 7, 8])
        }
      }
      try raw.execute("COMMIT")
      let begin = try raw.prepare("BEGIN")
      let commit = try raw.prepare("COMMIT")
      var next = 0
      return Benchmark.Contest(
        ours: Contestant("Trellis", unitsPerRun: 100) { count in
          for _ in 0..<count {
            var values: [TreePath: Tree] = [:]
            for i in next..<(next + 100) { values[data.paths[i]] = .double(Double(i)) }
            next += 100
            try await database.update("/", values)
          }
          withExtendedLifetime(file) {}
        },
        peer: Contestant("100 upserts of leaf rows", unitsPerRun: 100) { count in
          for _ in 0..<count {
            try begin.run()
            for i in next..<(next + 100) { try upsert.run(Array(data.texts[i].utf8.dropFirst()), [8, 7, 6, 5, 4, 3, 2, UInt8(i & 255)]) }
            next += 100
            try commit.run()
          }
        })
    }
  }

  private static func opening(_ size: DataSet.Size) -> Benchmark {
    let leaves = size.records * 4
    return Benchmark("file: open, \(size.rawValue)", unit: "leaf", gate: 0.3) {
      let file = try await File(DataSet.of(size))
      return Benchmark.Contest(
        ours: Contestant("Trellis", unitsPerRun: leaves) { count in
          for _ in 0..<count {
            let database = try await Database.open(at: file.path, durability: .normal)
            blackHole(database)
            try await database.close()
          }
        },
        peer: Contestant("opening and scanning the rows in SQLite", unitsPerRun: leaves) { count in
          for _ in 0..<count {
            let raw = try RawSQLite(file.path, synchronous: "normal")
            blackHole(try raw.prepare("SELECT k, v FROM rec ORDER BY k").scan(columns: 2))
          }
        })
    }
  }

  private static func fileSize(_ size: DataSet.Size) -> Benchmark {
    Benchmark.figure("file: bytes a leaf, \(size.rawValue)", unit: "byte", gate: 32) {
      let file = try await File(DataSet.of(size))
      let bytes = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
      return Double(bytes) / Double(size.records * 4)
    }
  }
}
