import TrellisDatabase
import TrellisTree

extension Verb {
  private static let salvage = Option("salvage", nil, "OUT", "writes what can be read to a new file")
  private static let from = Option("from", nil, "FILE", "begins with what this JSON file says")
  private static let target = Argument(name: "OUT", help: "the new file; it must not be there")

  static let `init` = Verb(
    name: "init", summary: "makes an empty database", arguments: [.database], options: [from, .progress],
    details: "A file that is there is never touched.",
    examples: [Example("trellis init murals.db --from murals.json", "makes a database of a JSON file")]
  ) { invocation in
    let location = try invocation.location
    if location.exists { throw Failure(.refused, "\(location.path) is there already; name a new file") }
    let input = try invocation[from].map { try InputPieces($0) }
    try await location.writing(invocation.console, creating: true) { database in
      guard let input else { return }
      let progress = Progress("imported", of: input.total, invocation)
      try await database.importJSON {
        let piece = try input.next()
        if let piece { progress.advance(by: piece.count) } else { progress.say("writing it to the file") }
        return piece
      }
      progress.finish()
    }
    return .done
  }

  static let check = Verb(
    name: "check", summary: "reads everything, and prints what is wrong", arguments: [.database], options: [salvage, .json],
    details: """
      Ends with 1 when something is wrong. --salvage writes what can be read to a new file, whether or not anything is wrong; the damaged file stays \
      as it is.
      """,
    examples: [
      Example("trellis check murals.db", "looks at every row"),
      Example("trellis check murals.db --salvage saved.db", "saves what can be read"),
    ]
  ) { invocation in
    let location = try invocation.location
    try location.requireExists()
    let problems = try await location.check()
    let output = invocation.console.output
    for problem in problems.map(Failure.translated) {
      try output.write((invocation.has(.json) ? JSONText.quoted(problem) : problem) + "\n")
    }
    if problems.isEmpty, !invocation.has(.json) { try output.write("\(location.path) is sound\n") }
    if let target = invocation[salvage] {
      let saved = try await location.salvage(to: target)
      invocation.console.note("\(target): \(saved)\n")
    }
    return problems.isEmpty ? .done : .no
  }

  static let compact = Verb(
    name: "compact", summary: "makes the file as small as it can be", arguments: [.database], options: [.wait],
    details: "The commits that log shows go. It takes room for a copy meanwhile.",
    examples: [Example("trellis compact murals.db", "gives room back to the disk")]
  ) { invocation in
    let location = try invocation.location
    let before = location.bytes(withLog: false)
    try await invocation.writing { try await location.compact($0) }
    let isHeld = location.bytes(withLog: true) > location.bytes(withLog: false)
    try invocation.console.output.write(
      "\(Size.text(before)) before, \(Size.text(location.bytes(withLog: false))) now\(isHeld ? "; more once its readers have ended" : "")\n"
    )
    return .done
  }

  static let backup = Verb(
    name: "backup", summary: "copies a database to a new file, also while it is in use", arguments: [.database, target],
    details: "The copy is of one moment, and is there as a whole or not at all.",
    examples: [Example("trellis backup murals.db murals-monday.db", "makes a copy")]
  ) { invocation in
    let location = try invocation.location
    try location.requireExists()
    let target = try Location(try invocation.require(target))
    if target.exists { throw Failure(.refused, "\(target.path) is there already; name a new file") }
    try await location.backup(to: target.path)
    return .done
  }
}
