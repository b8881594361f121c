import TrellisTree

/// Cuts a tree, or what of it lies between two places, into rows for a database file: each a run of siblings, small enough for
/// a few of them to share a page of the file. A sibling that is too large for that has rows of its own, for its children.
/// (`Docs/design/0014` has the format.)
struct RowWriter {
  /// Rows come close to this many bytes, unless there is less to say, or one string is longer.
  static let rowBytes = 880
  /// A last row may be this long rather than leave a tiny one behind.
  private static let longestRow = 1000

  typealias Emit = (_ place: [UInt8], _ row: [UInt8]) throws -> Void

  private let emit: Emit
  /// Where the node is whose children are being collected, and how deep: 0 is above the root.
  private var place: [UInt8] = []
  private var depth = 0
  /// Entries that are in no row yet, and where each begins.
  private var run = PackedWriter()
  private var starts: [Int] = []

  private init(_ emit: @escaping Emit) { self.emit = emit }

  /// Gives out the rows for what lies at or behind `from` and before `to`.
  static func write(root: Word, from: TreePath?, to: TreePath?, _ emit: Emit) throws {
    try withoutActuallyEscaping(emit) { emit in
      var writer = RowWriter(emit)
      let from = from.flatMap { $0.keys.isEmpty ? nil : $0.keys[...] }
      try writer.write(root: root, from: from, to: to?.keys[...])
    }
  }

  private mutating func write(root: Word, from: ArraySlice<TreeKey>?, to: ArraySlice<TreeKey>?) throws {
    guard root != .missing else { return }
    let isLeaf = root.childCount == 0
    if from == nil, isLeaf || to == nil, append(.lowest, root, limit: isLeaf ? .max : Self.rowBytes) { return try flush() }
    (place, depth) = (PlaceBytes.root, 1)
    try collect(root, from, to)
  }

  // MARK: Collecting

  /// `from` and `to` are what is left of the two places below this node; nil where it is wholly behind or before them.
  private mutating func collect(_ node: Word, _ from: ArraySlice<TreeKey>?, _ to: ArraySlice<TreeKey>?) throws {
    if from == nil, node.entry(.priority) != .missing { try add(.priority, node.entry(.priority)) }
    guard var cursor = PageCursor(node, from?.first.map { .at($0) } ?? .unbounded, .forward) else { return }
    while cursor.next() {
      let (key, child) = (cursor.key, cursor.value)
      let low = from?.first?.withWords { $0.compare(key) == 0 } == true ? from?.dropFirst() : nil
      var high: ArraySlice<TreeKey>?
      if let to, let last = to.first {
        let order = last.withWords { key.compare($0) }
        if order > 0 { break }
        if order == 0 {
          high = to.dropFirst()
          if high?.isEmpty == true { break }
        }
      }
      try add(key, child, low?.isEmpty == true ? nil : low, high)
    }
    try flush()
  }

  /// A child that lies between the places, or is cut by one of them.
  private mutating func add(_ key: KeyWords, _ child: Word, _ from: ArraySlice<TreeKey>? = nil, _ to: ArraySlice<TreeKey>? = nil) throws {
    if child.childCount == 0 {
      // A leaf stands where it stands; a place below it does not cut it.
      if from != nil { return }
      _ = append(key, child, limit: .max)
      return try flushFullRow()
    }
    if from == nil, to == nil, append(key, child) { return try flushFullRow() }
    try flush()
    let above = place.count
    TreeKey(copying: key).appendBytes(to: &place)
    depth += 1
    try collect(child, from, to)
    depth -= 1
    place.removeSubrange(above...)
  }

  /// Adds an entry to the run. False, with nothing added, when the node takes more than `limit` bytes.
  private mutating func append(_ key: KeyWords, _ node: Word, limit: Int = rowBytes) -> Bool {
    let start = run.bytes.count
    if key.isHidden { run.append(UInt8(0)) } else { run.append(key: key) }
    guard run.append(node, limit: limit == .max ? .max : start + limit) else {
      run.bytes.removeSubrange(start...)
      return false
    }
    starts.append(start)
    return true
  }

  // MARK: Rows

  /// The run is long enough for two rows: the first goes.
  private mutating func flushFullRow() throws {
    while run.bytes.count > 2 * Self.rowBytes, starts.count > 1 {
      try flush(starts.lastIndex { $0 <= Self.rowBytes && $0 > 0 } ?? 1)
    }
  }

  /// All of the run goes: in one row, or in two of about the same length.
  private mutating func flush() throws {
    while run.bytes.count > Self.longestRow, starts.count > 1 {
      let half = min(run.bytes.count / 2, Self.rowBytes)
      try flush(starts.lastIndex { $0 <= half && $0 > 0 } ?? 1)
    }
    if !starts.isEmpty { try flush(starts.count) }
  }

  /// The first entries go, as one row.
  private mutating func flush(_ entries: Int) throws {
    let end = entries < starts.count ? starts[entries] : run.bytes.count
    var row = PackedWriter([0, 0, 0, 0, Packed.version])
    row.append(varint: depth)
    row.bytes += run.bytes[..<end]
    let key = try rowPlace()
    row.seal(for: key)
    try emit(key, row.bytes)
    run.bytes.removeSubrange(..<end)
    starts.removeSubrange(..<entries)
    for i in starts.indices { starts[i] -= end }
  }

  /// Where the first entry of the run stands. A priority stands where its node does.
  private func rowPlace() throws -> [UInt8] {
    var reader = PackedReader()
    let text = try reader.text(run.bytes.span)
    if text.isEmpty { return depth == 0 ? PlaceBytes.root : place }
    var key = place
    TreeKey.encode(run.bytes[text]).appendBytes(to: &key)
    return key
  }
}
