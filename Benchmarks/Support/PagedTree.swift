public import TrellisPages
public import TrellisTree

/// The paged tree below a database, opened up for benchmarks: no locks of the engine, no checks of writes, no history.
///
/// One thread at a time writes.
public final class PagedTree: Sendable {
  let arena = Arena()

  /// A tree with the content of a JSON text.
  public init(json: [UInt8]) throws {
    var edit = arena.begin()
    try edit.set([], json: json)
    _ = edit.publish()
  }

  /// The published version.
  public var snapshot: TreeSnapshot { arena.pin() }

  /// Bytes of all pages and strings in use.
  public var liveBytes: Int { arena.statistics.liveBytes }

  /// Replaces a leaf and publishes that as a version of its own.
  public func set(_ path: TreePath, _ number: Double) {
    var edit = arena.begin()
    edit.set(path.keys, scalar: .double(number))
    _ = edit.publish()
  }
}

/// A change that is never finished. One thread at a time uses it, and no other change of the tree is begun.
public final class LongEdit {
  private var edit: Edit?

  public init(_ tree: PagedTree) { edit = tree.arena.begin() }

  public func set(_ path: TreePath, _ number: Double) { edit?.set(path.keys, scalar: .double(number)) }
}
