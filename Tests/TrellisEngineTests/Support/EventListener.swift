import TrellisDatabase
import TrellisQueries
import TrellisTree
import VectorSupport

/// A listener, whose events are those of the vectors.
final class EventListener {
  private var changes: QueryChanges.Iterator
  let id: String
  private let types: [String]
  private let isOnce: Bool
  private var isDone = false

  init(_ changes: QueryChanges, id: String, types: [String], isOnce: Bool) {
    self.changes = changes.makeAsyncIterator()
    self.id = id
    self.types = types
    self.isOnce = isOnce
  }

  /// The next so many events, but whole changes only.
  func next(_ count: Int) async throws -> [RawJSON] {
    var events: [RawJSON] = []
    while events.count < count, let change = try await changes.next() { events += self.events(of: change) }
    return events
  }

  func rest() async throws -> [RawJSON] {
    var events: [RawJSON] = []
    do {
      while let change = try await changes.next() { events += self.events(of: change) }
    } catch TrellisError.Code.closed {}
    return events
  }

  private func events(of change: QueryChange) -> [RawJSON] {
    var events = change.isInitial ? initial(change) : later(change)
    if isOnce {
      events = isDone ? [] : Array(events.prefix(1))
      if !events.isEmpty { isDone = true }
    }
    return events
  }

  /// Each registration has its initial events in turn (data model §6.6).
  private func initial(_ change: QueryChange) -> [RawJSON] {
    types.flatMap { type in type == "value" ? [value(change.result)] : change.events.map(event).filter { $0["t"]?.string == type } }
  }

  private func later(_ change: QueryChange) -> [RawJSON] {
    let events = change.events.map(event) + [value(change.result)]
    // Registrations interleave event by event.
    return events.flatMap { event in types.filter { $0 == event["t"]?.string }.map { _ in event } }
  }

  private func value(_ result: QueryResult) -> RawJSON {
    .object([.init("l", .scalar(.string(id))), .init("t", .scalar(.string("value"))), .init("v", exported(result.tree))])
  }

  private func event(_ event: ChildEvent) -> RawJSON {
    var members: [RawJSON.Member] = [
      .init("l", .scalar(.string(id))), .init("t", .scalar(.string("child_\(event.kind)"))), .init("k", .scalar(.string(event.key.text))),
      .init("v", exported(event.node.tree)),
    ]
    if event.kind != .removed { members.append(.init("p", event.previousKey.map { .scalar(.string($0.text)) } ?? .null)) }
    return .object(members)
  }

  private func exported(_ tree: Tree) -> RawJSON { (try? RawJSON(tree.json(.export))) ?? .null }
}
