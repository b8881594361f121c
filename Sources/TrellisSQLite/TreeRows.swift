import TrellisPages
import TrellisTree

/// The tree as rows of the table `rec`, in the order of their keys.
enum TreeRows {
  /// Reads all of them into a tree.
  static func read(_ connection: SQLiteConnection, into edit: inout Edit) throws {
    let statement = try connection.prepared("SELECT k, v FROM rec ORDER BY k")
    defer { statement.reset() }
    var last: [UInt8] = []
    do {
      try edit.set {
        guard try statement.step() else { return nil }
        last = statement.blob(0)
        return (last, statement.blob(1))
      }
    } catch let problem as PackedProblem {
      throw RowProblem(.tree(last), problem)
    }
  }

  /// A row this short takes in its neighbour when it is written anew.
  private static let shortRow = 300

  /// Makes the rows those of `root`, given the places where it differs from what they hold.
  ///
  /// Rows follow one another without gaps: what stands between the key of one and the key of the next is in the former. So the
  /// rows around each place are written anew, all others stay.
  static func write(_ root: any RowSource, _ places: DirtyPlaces, to connection: SQLiteConnection) throws {
    let places = places.sorted
    var i = 0
    while i < places.count {
      let start = try connection.blob("SELECT k FROM rec WHERE k <= ? ORDER BY k DESC LIMIT 1", .blob(places[i].place))
      var end = try next(places[i].behind, connection)
      while i + 1 < places.count, places[i + 1].place.lexicographicallyPrecedes(end ?? behindAll) {
        i += 1
        end = max(end, try next(places[i].behind, connection))
      }
      let bytes = try replace(start, end, root, connection)
      if bytes < shortRow, let last = end { _ = try replace(start, try next(last + [0], connection), root, connection) }
      i += 1
    }
  }

  /// Every place begins with a zero.
  private static let behindAll: [UInt8] = [1]

  /// The key of the first row at or behind a place.
  private static func next(_ place: [UInt8], _ connection: SQLiteConnection) throws -> [UInt8]? {
    try connection.blob("SELECT k FROM rec WHERE k >= ? ORDER BY k LIMIT 1", .blob(place))
  }

  /// Nil is behind everything.
  private static func max(_ a: [UInt8]?, _ b: [UInt8]?) -> [UInt8]? {
    guard let a, let b else { return nil }
    return a.lexicographicallyPrecedes(b) ? b : a
  }

  /// Writes what lies between two places anew; answers how many bytes that came to.
  private static func replace(
    _ start: [UInt8]?, _ end: [UInt8]?, _ root: any RowSource, _ connection: SQLiteConnection
  ) throws -> Int {
    try connection.run("DELETE FROM rec WHERE k >= ? AND k < ?", .blob(start ?? []), .blob(end ?? behindAll))
    let insert = try connection.prepared("INSERT INTO rec VALUES (?, ?)")
    var bytes = 0
    try root.forEachRow(from: try start.map { try TreePath(place: $0) }, to: try end.map { try TreePath(place: $0) }) { place, row in
      defer { insert.reset() }
      try insert.bind([.blob(place), .blob(row)])
      _ = try insert.step()
      bytes += row.count
    }
    return bytes
  }
}
