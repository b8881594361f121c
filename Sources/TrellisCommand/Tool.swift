/// What the tool can do, and what its help and manual say about it as a whole.
enum Tool {
  static let version = "0.1"

  static let summary = "looks into, moves, watches and checks a Trellis database"

  static let groups: [(title: String, verbs: [Verb])] = [
    ("Read", [.get, .query, .watch, .log, .stats, .diff]),
    ("Write", [.set, .update, .push, .remove]),
    ("Move", [.export, .import, .replay]),
    ("Look after", [.`init`, .check, .compact, .backup, .rules, .devices]),
    ("Help", [.keys, .completions, .help]),
  ]

  static var verbs: [Verb] { groups.flatMap(\.verbs) }

  static let notes = """
    DB is the path of a database file. PATH is a place in its tree, such as /artists/a1/country; without one it is all of it. \
    VALUE is JSON; - stands for standard input, or for standard output where something is written to a file.

    Each command reads the whole file first, a million values in about a third of a second. Verbs that read work also while another process has the database open. Those that write need it for themselves, and say who has it; \
    a write is on the disk when the command returns. Behind -- nothing is an option, for a push key, say, \
    that begins with -.

    A verb that fails has changed nothing, whatever the reason, but for replay, which says how far it came.
    """

  static func verb(named name: String) throws -> Verb {
    if let verb = verbs.first(where: { $0.name == name }) { return verb }
    let near = Suggestion.nearest(to: name, among: verbs.map(\.name))
    throw Failure(.usage, "there is no verb \(name)\(near.map { "; did you mean \($0)?" } ?? ""); trellis --help lists all")
  }
}
