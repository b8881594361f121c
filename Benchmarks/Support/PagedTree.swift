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

  /// Replaces a leaf and publishes that as a version of its own.
  public func set(_ path: TreePath, _ number: Double) {
    var edit = arena.begin()
    edit.set(path.keys, scalar: .double(number))
    _ = edit.publish()
  }

  /// Opens an edit for any number of changes.
  public func begin() -> OpenEdit { OpenEdit(arena.begin()) }

  /// A change in progress.
  public struct OpenEdit: ~Copyable {
    private var edit: Edit

    init(_ edit: consuming Edit) { self.edit = edit }

    public mutating func set(_ path: TreePath, _ number: Double) { edit.set(path.keys, scalar: .double(number)) }

    public consuming func publish() { _ = edit.publish() }
  }
}
