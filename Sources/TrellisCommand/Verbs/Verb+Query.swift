import TrellisDatabase
import TrellisTree

extension Verb {
  private static let explain = Option("explain", nil, nil, "says how the query would be answered and what it would cost")
  private static let keysOnly = Option("keys", nil, nil, "prints the keys only")

  static let query = Verb(
    name: "query", summary: "prints the children of a place that a query finds, in its order", arguments: [.database, .path],
    options: QueryOptions.all + [keysOnly, explain, .priorities, .json, .rules, .user],
    details: """
      Prints a line for each child: its key, a tab, its value as JSON. With --json a line is {"key":...,"value":...}, as import --ndjson \
      reads it; -x keeps priorities.

      \(QueryOptions.details)
      """,
    examples: [
      Example("trellis query murals.db artists --order-by country --equal-to US", "prints the artists from the US"),
      Example("trellis query murals.db murals -o likes --last 3", "prints the three that most people like"),
      Example("trellis query murals.db artists -o lastName --start-at M --explain", "says whether an index helps"),
    ]
  ) { invocation in
    let query = try QueryOptions.query(invocation)
    return try await invocation.reading { database in
      if invocation.has(explain) {
        try invocation.print(try await database.explain(query))
        return .done
      }
      let output = invocation.console.output
      for (key, node) in try await database.get(query) {
        if invocation.has(keysOnly) {
          try output.write(invocation.has(.json) ? JSONText.quoted(key.text) : invocation.console.style(.output).name(key.text))
        } else {
          try output.write(
            invocation.has(.json)
              ? "{\"key\":\(JSONText.quoted(key.text)),\"value\":" : "\(invocation.console.style(.output).name(key.text))\t")
          try invocation.writeJSON(node, to: output, isLaidOut: false)
          if invocation.has(.json) { try output.write("}") }
        }
        try output.write("\n")
      }
      return .done
    }
  }
}

extension Invocation {
  fileprivate func print(_ plan: QueryPlan) throws {
    guard has(.json) else { return try console.output.write("\(plan)\n") }
    let advice = plan.advice.map(JSONText.quoted) ?? "null"
    try console.output.write(
      "{\"strategy\":\(JSONText.quoted(plan.strategy.rawValue)),\"visited\":\(plan.visited),\"count\":\(plan.count),"
        + "\"found\":\(plan.found),\"advice\":\(advice)}\n")
  }
}
