public import Testing
public import Trellis

/// The events of a query as lines of text, for tests that say what they expect.
///
/// ```swift
/// var events = EventRecorder(database.events(of: TreeQuery("murals")))
/// try await events.expect("value 0")
/// try await database.set("murals/m1", ["name": "Wave"])
/// try await events.expect("added m1 first", "value 1")
/// try await database.remove("murals/m1")
/// try await events.expect("removed m1", "value 0")
/// ```
/// A line is the kind and the key, for `added`, `moved` and `changed` with the key before (`after m1`) or `first`; or `value` and how
/// many children the result has.
public struct EventRecorder {
  private var events: QueryEvents.Iterator

  public init(_ events: QueryEvents) { self.events = events.makeAsyncIterator() }

  /// The events of a query of models.
  public init<M>(_ query: ModelQuery<M>) throws { self.init(try query.events()) }

  /// The next events, so many. Waits for them; a test that may wait for what never comes should have a time limit.
  public mutating func next(_ count: Int) async throws -> [String] {
    var lines: [String] = []
    while lines.count < count, let event = try await events.next() { lines.append(Self.line(event)) }
    return lines
  }

  /// Records an issue unless the next events are these.
  public mutating func expect(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let found = try await next(lines.count)
    if found != lines {
      Issue.record("expected \(lines.joined(separator: ", ")), but got \(found.joined(separator: ", "))", sourceLocation: sourceLocation)
    }
  }

  private static func line(_ event: QueryEvent) -> String {
    switch event {
    case .value(let result): "value \(result.count)"
    case .child(let child):
      switch child.kind {
      case .removed: "removed \(child.key)"
      case .added, .moved, .changed: "\(child.kind) \(child.key) \(child.previousKey.map { "after \($0)" } ?? "first")"
      }
    }
  }
}
