import TrellisDatabase
import TrellisPages
import TrellisTree

extension Verb {
  private static let first = Argument(name: "A", help: "a database file")
  private static let second = Argument(name: "B", help: "another one")

  static let diff = Verb(
    name: "diff", summary: "prints where two databases differ", arguments: [first, second, .optionalPath], options: [.json],
    details: """
      Prints what is in A only with - before it, what is in B only with +, in the order of the tree, and priorities that differ. Ends with 1 when \
      anything does. With --json a line is {"path":...,"a":...,"b":...}, or has "priorityA" and "priorityB".
      """,
    examples: [Example("trellis diff monday.db murals.db /artists", "prints what has become of the artists")]
  ) { invocation in
    let (a, b) = (try Location(try invocation.require(first)), try Location(try invocation.require(second)))
    let path = try invocation.path()
    return try await a.reading(invocation.console) { before in
      try await b.reading(invocation.console) { after in
        var printer = DifferencePrinter(path, invocation)
        let (old, new) = (try await before.get(path), try await after.get(path))
        TrellisPages.diff(old, new) { printer.take($0) }
        try printer.finish()
        return printer.count == 0 ? .done : .no
      }
    }
  }
}

private struct DifferencePrinter {
  private let path: TreePath
  private let console: Console
  private let isJSON: Bool
  private let style: Style
  private(set) var count = 0
  private var failure: (any Error)?

  init(_ path: TreePath, _ invocation: Invocation) {
    self.path = path
    console = invocation.console
    isJSON = invocation.has(.json)
    style = console.style(.output)
  }

  mutating func take(_ change: TreeChange) {
    guard change.isVisible, failure == nil else { return }
    count += 1
    do { try console.output.write(text(change)) } catch { failure = error }
  }

  func finish() throws { if let failure { throw failure } }

  private func text(_ change: TreeChange) -> String {
    let place = path.appending(path: TreePath(change.path)).description
    let isPriority = change.kind == .priority
    func value(_ node: TreeSnapshot) -> String { isPriority ? Tree(node.priority).json(.export) : node.json(.export) }
    let (old, new) = (value(change.old), value(change.new))
    if isJSON {
      let names = isPriority ? ("priorityA", "priorityB") : ("a", "b")
      return "{\"path\":\(JSONText.quoted(place)),\"\(names.0)\":\(old),\"\(names.1)\":\(new)}\n"
    }
    let what = isPriority ? " priority" : ""
    let removed = isPriority ? change.old.priority != nil : change.old.exists
    let added = isPriority ? change.new.priority != nil : change.new.exists
    return (removed ? style.bad("- \(place)\(what) \(old)") + "\n" : "") + (added ? style.good("+ \(place)\(what) \(new)") + "\n" : "")
  }
}
