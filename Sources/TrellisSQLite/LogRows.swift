import TrellisTree

/// Groups of commits as rows of the table `log`.
///
/// The id of a row is the number of its first commit, times 4096, plus the number of the part: a group of more than 16 MB
/// is cut into parts, because no row may be as large as a group can be.
enum LogRows {
  private static let partBytes = 16 << 20
  private static let mostParts: Int64 = 4096

  /// Rows for a group, and how many bytes they have.
  static func rows(_ commits: [Commit]) -> [(id: Int64, row: [UInt8])] {
    var row = PackedWriter([])
    row.bytes.reserveCapacity(256)
    row.beginPart(isLast: true)
    row.append(varint: commits.count)
    for commit in commits { row.append(commit) }
    let first = (commits.first?.number ?? 0) * mostParts
    if row.bytes.count <= partBytes {
      row.seal(for: [])
      return [(first, row.bytes)]
    }
    let bytes = row.bytes[PackedWriter.partHeaderBytes...]
    let starts = Array(stride(from: bytes.startIndex, to: bytes.endIndex, by: partBytes))
    return starts.enumerated().map { part, start in
      var row = PackedWriter([])
      row.beginPart(isLast: part == starts.count - 1)
      row.bytes += bytes[start..<min(start + partBytes, bytes.endIndex)]
      row.seal(for: [])
      return (first + Int64(part), row.bytes)
    }
  }

  /// The commits behind a number, in order and without gaps.
  static func commits(_ connection: SQLiteConnection, behind number: Int64) throws -> (commits: [Commit], bytes: Int) {
    // No group begins before the number and ends behind it: folding and reading take whole ones.
    let statement = try connection.prepared("SELECT id, op FROM log WHERE id >= ? ORDER BY id")
    defer { statement.reset() }
    try statement.bind([.int((number + 1) * mostParts)])
    var rows: [(id: Int64, row: [UInt8])] = []
    while try statement.step() { rows.append((statement.int(0), statement.blob(1))) }
    var commits: [Commit] = []
    for group in groups(rows) {
      do throws(PackedProblem) {
        for commit in try self.commits(group) where commit.number > number {
          guard commit.number == (commits.last?.number ?? number) + 1 else {
            throw PackedProblem("commits are missing before number \(commit.number)")
          }
          commits.append(commit)
        }
      } catch {
        throw RowProblem(.log(group.first?.id ?? 0), error)
      }
    }
    return (commits, rows.reduce(0) { $0 + $1.row.count })
  }

  // MARK: History

  /// Groups that are in the tree are kept up to about this many bytes, for those who follow commits; of the newest, if it is larger,
  /// more.
  private static let historyBytes = 512 << 10
  private static let newestBytes = 4 << 20

  /// The commits through a number that are still kept, without gaps. They are in the tree, so one that cannot be read does not
  /// matter to it.
  static func history(_ connection: SQLiteConnection, through number: Int64) -> [Commit] {
    guard let first = try? firstKept(connection), first <= number else { return [] }
    let commits = (try? self.commits(connection, behind: first - 1).commits) ?? []
    return commits.filter { $0.number <= number }
  }

  /// The number of the first commit that is still kept.
  static func firstKept(_ connection: SQLiteConnection) throws -> Int64? {
    try connection.number("SELECT id FROM log ORDER BY id LIMIT 1").map { $0 / mostParts }
  }

  /// Deletes the oldest groups, when all are in the tree.
  static func forgetOld(_ connection: SQLiteConnection) throws {
    let statement = try connection.prepared("SELECT id, length(op) FROM log ORDER BY id DESC")
    var (bytes, first) = (0, Int64.max)
    do {
      defer { statement.reset() }
      while try statement.step() {
        bytes += Int(statement.int(1))
        if bytes > (first == .max ? newestBytes : historyBytes) { break }
        if statement.int(0) % mostParts == 0 { first = statement.int(0) }
      }
    }
    try connection.run("DELETE FROM log WHERE id < ?", .int(first))
  }

  static func forgetAll(_ connection: SQLiteConnection) throws { try connection.run("DELETE FROM log") }

  // MARK: Groups

  typealias Rows = ArraySlice<(id: Int64, row: [UInt8])>

  /// Rows, cut where the parts of another group begin.
  static func groups(_ rows: [(id: Int64, row: [UInt8])]) -> [Rows] {
    let starts = rows.indices.filter { $0 == 0 || rows[$0].id % mostParts == 0 } + [rows.count]
    return zip(starts, starts.dropFirst()).map { rows[$0..<$1] }
  }

  /// The commits of a group.
  static func commits(_ group: Rows) throws(PackedProblem) -> [Commit] {
    var bytes: [UInt8] = []
    for (i, part) in group.enumerated() {
      var reader = try PackedReader(sealed: part.row.span, for: [])
      guard try reader.byte(part.row.span) == (i == group.count - 1 ? 1 : 0), part.id % mostParts == Int64(i) else {
        throw PackedProblem("a part of it is missing")
      }
      bytes += part.row[reader.position...]
    }
    var reader = PackedReader()
    var commits: [Commit] = []
    for _ in 0..<(try reader.count(bytes.span)) { commits.append(try reader.commit(bytes.span)) }
    guard reader.isAtEnd(bytes.span) else { throw PackedProblem("something follows the commits") }
    return commits
  }
}

extension PackedWriter {
  /// Checksum, version, and whether more parts follow.
  fileprivate static let partHeaderBytes = 6

  fileprivate mutating func beginPart(isLast: Bool) {
    bytes.append(contentsOf: repeatElement(0, count: 4))
    append(Packed.version)
    append(UInt8(isLast ? 1 : 0))
  }
}
