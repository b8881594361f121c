import TrellisTree

/// A row of a database file that cannot be read.
struct RowProblem: Error, CustomStringConvertible {
  enum Row {
    /// A row of the tree, by its key.
    case tree([UInt8])
    /// A row of commits, by its id.
    case log(Int64)
  }

  let row: Row
  let problem: PackedProblem

  init(_ row: Row, _ problem: PackedProblem) {
    self.row = row
    self.problem = problem
  }

  var description: String {
    switch row {
    case .tree(let key): "the row of \(Self.words(for: key)) cannot be read: \(problem)"
    case .log(let id): "the commits in row \(id) of the log cannot be read: \(problem)"
    }
  }

  private static func words(for place: [UInt8]) -> String {
    if let path = try? TreePath(place: place) { return path.description }
    return "an unknown place"
  }
}

extension TreePath {
  /// The path of the bytes that `PlaceBytes` has made.
  init(place: [UInt8]) throws {
    guard let steps = PlaceBytes.steps(place) else { throw PackedProblem("a place that is none") }
    self.init(try steps.dropFirst().map { try PlaceBytes.key(place[$0]) })
  }
}
