import TrellisDatabase
import TrellisPages
import TrellisQueries
import TrellisTree

extension Verb {
  private static let events = Option(
    "events", nil, "KIND", choices: ["child", "value", "all"], "child, value or all (default child)")
  private static let changesOnly = Option("changes-only", nil, nil, "leaves out what is there already")
  private static let count = Option("count", nil, "COUNT", "ends after so many events")
  static let interval = Option("interval", nil, "SECONDS", "how often it looks into the file (default 0.1)")

  static let watch = Verb(
    name: "watch", summary: "prints what happens to the children of a place, a line an event", arguments: [.database, .path],
    options: QueryOptions.all + [events, changesOnly, count, interval, .priorities, .json, .rules, .user],
    details: """
      Prints a line for each event, as listeners get them: added, changed, moved or removed, the key, and the value as JSON, with tabs between \
      them; or value and the whole value. What is there already comes first, as added. It goes on until it is interrupted.

      With --json a line is {"event":"added","key":...,"previous":...,"value":...}; previous is the key of the child before it in the query's order.

      \(QueryOptions.details)
      """,
    examples: [
      Example("trellis watch murals.db murals", "prints each mural, then each that comes, changes or goes"),
      Example("trellis watch murals.db murals/m1/likes --events value", "prints the number whenever it is another"),
    ]
  ) { invocation in
    let query = try QueryOptions.query(invocation)
    let interval = try invocation.seconds(interval, or: .milliseconds(100))
    let most = try invocation.number(count, least: 1) ?? .max
    return try await invocation.reading { database in
      let kind = invocation[events] ?? "child"
      let all = database.events(of: query)
      let wanted = invocation.has(changesOnly) ? all.changesOnly : all
      try await invocation.location.refreshing(database, every: interval) {
        var seen = 0
        for try await event in wanted {
          guard let line = invocation.line(event, kind) else { continue }
          try invocation.console.output.write(line + "\n")
          try invocation.console.output.flush()
          seen += 1
          if seen >= most { break }
        }
      }
      return .done
    }
  }
}

extension Invocation {
  /// Nil for events that are not wanted.
  fileprivate func line(_ event: QueryEvent, _ kind: String) -> String? {
    let form: JSONForm = has(.priorities) ? .export : .plain
    switch event {
    case .value(let result):
      guard kind != "child" else { return nil }
      let value =
        result.query.limit == nil && result.query.start == nil && result.query.end == nil ? result.node.json(form) : result.tree.json(form)
      return has(.json) ? "{\"event\":\"value\",\"value\":\(value)}" : "\(console.style(.output).quiet("value"))\t\(value)"
    case .child(let child):
      guard kind != "value" else { return nil }
      let value = child.node.json(form)
      guard has(.json) else { return "\(console.style(.output).word(child.kind))\t\(child.key)\t\(value)" }
      let previous = child.previousKey.map { JSONText.quoted($0.text) } ?? "null"
      return "{\"event\":\"\(child.kind)\",\"key\":\(JSONText.quoted(child.key.text)),\"previous\":\(previous),\"value\":\(value)}"
    }
  }
}

extension Style {
  fileprivate func word(_ kind: ChildEvent.Kind) -> String {
    switch kind {
    case .added: good("added")
    case .removed: bad("removed")
    case .moved: notable("moved")
    case .changed: notable("changed")
    }
  }
}

extension Location {
  /// Runs something that follows the database, and shows it what others write.
  func refreshing(_ database: Database, every interval: Duration, _ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await body() }
      group.addTask {
        while true {
          try await Task.sleep(for: interval)
          try await refresh(database)
        }
      }
      defer { group.cancelAll() }
      // Whichever ends first: the one that follows, or the one that looks, by an error.
      try await group.next()
    }
    // A listener that is cancelled just ends.
    try Task.checkCancellation()
  }
}
