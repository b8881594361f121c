import Trellis

/// A list on a screen. It is told what each change did to it, by place, and moves only those rows: what a table view wants.
struct Screen {
  private var changes: ModelChanges<Chore>.Iterator
  private var rows: [String] = []

  init(_ query: ModelQuery<Chore>) { changes = query.changes().makeAsyncIterator() }

  /// Shows the next change, and how the list was changed by it.
  mutating func show(_ title: String) async throws {
    guard let change = try await changes.next() else { return }
    let difference = change.difference
    difference.apply(to: &rows) { Self.row(change.models[$0]) }
    print("\n\(title)")
    if change.isInitial { print("  (the list as it is)") }
    for place in difference.removals { print("  take out row \(place)") }
    for place in difference.insertions { print("  put in row \(place)") }
    for move in difference.moves { print("  move row \(move.origin) to \(move.destination)") }
    for place in difference.changes { print("  redraw row \(place)") }
    for row in rows { print("    \(row)") }
  }

  private static func row(_ task: Chore) -> String { "[\(task.isDone ? "x" : " ")] \(task.title)" }
}
