package import TrellisTree

extension TreeSnapshot {
  /// The rows for what lies at or behind one place and before another; nil stands for the beginning and for the end. Whole rows
  /// between two places that rows begin at can take the place of those that stand there.
  package func forEachRow(
    from: TreePath? = nil, to: TreePath? = nil, _ body: (_ place: [UInt8], _ row: [UInt8]) throws -> Void
  ) throws {
    try withWord { word in
      try withoutActuallyEscaping(body) { body in
        var writer = RowWriter(body)
        let from = from.flatMap { $0.keys.isEmpty ? nil : $0.keys[...] }
        try writer.write(root: word, from: from, to: to?.keys[...])
      }
    }
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
