package import TrellisTree

/// A tree that can be cut into rows for a database file.
package protocol RowSource {
  /// The rows for what lies at or behind one place and before another; nil stands for the beginning and for the end. Whole rows
  /// between two places that rows begin at can take the place of those that stand there.
  func forEachRow(from: TreePath?, to: TreePath?, _ body: (_ place: [UInt8], _ row: [UInt8]) throws -> Void) throws
}

extension RowSource {
  /// All rows.
  package func forEachRow(_ body: (_ place: [UInt8], _ row: [UInt8]) throws -> Void) throws { try forEachRow(from: nil, to: nil, body) }
}

extension TreeSnapshot: RowSource {
  package func forEachRow(from: TreePath?, to: TreePath?, _ body: (_ place: [UInt8], _ row: [UInt8]) throws -> Void) throws {
    try withWord { try RowWriter.write(root: $0, from: from, to: to, body) }
  }
}

extension CandidateView: RowSource {
  package func forEachRow(from: TreePath?, to: TreePath?, _ body: (_ place: [UInt8], _ row: [UInt8]) throws -> Void) throws {
    try withWord { try RowWriter.write(root: $0, from: from, to: to, body) }
  }
}

extension Edit {
  /// Makes the tree that rows hold, which come in the order of their places, in place of the whole tree.
  ///
  /// - Throws: `PackedProblem`, or what `next` throws; then nothing has changed.
  package mutating func set(rows next: () throws -> (place: [UInt8], row: [UInt8])?) throws {
    try place([]) { writer in
      var reader = RowReader(writer)
      do {
        while let (place, row) = try next() { try reader.take(place, row) }
        let root = try reader.finish()
        reader.abandon()
        return root
      } catch {
        reader.abandon()
        throw error
      }
    }
  }
}
