import TrellisDatabase
import TrellisTree

extension Verb {
  private static let file = Argument(name: "FILE", help: "the JSON file; - is standard input")
  private static let lines = Option("ndjson", nil, nil, "takes a line for each child, {\"key\":...,\"value\":...}")
  private static let pushKeys = Option("push-keys", nil, nil, "takes a line for each child, which is its value, and makes push keys")
  private static let uniqueKeys = Option("unique-keys", nil, nil, "refuses a key that is there twice, of which otherwise the last wins")

  static let `import` = Verb(
    name: "import", summary: "replaces a place by what a JSON text says, at any size", arguments: [.database, file, .optionalPath],
    options: [lines, pushKeys, uniqueKeys, .create, .wait, .progress, .json],
    details: """
      All of it or nothing: a text that is wrong somewhere, Ctrl-C, a crash or a full disk leave the database as it was. The text is never in \
      memory as a whole. Complaints name line, column and place.

      A text of more than 1 MB is no commit of its own: log begins anew behind it.
      """,
    examples: [
      Example("trellis import murals.db murals.json --create", "makes a database of a file"),
      Example("trellis import murals.db artists.ndjson /artists --ndjson", "replaces the artists"),
      Example("curl -s https://example.org/a.json | trellis import murals.db - /a", "reads what another program writes"),
    ]
  ) { invocation in
    let path = try invocation.path()
    let form: LineImport.Form? =
      switch (invocation.has(lines), invocation.has(pushKeys)) {
      case (true, true): throw Failure(.usage, "--ndjson lines have keys, --push-keys lines have none; choose one")
      case (true, false): .keyed
      case (false, true): .values
      case (false, false): nil
      }
    let input = try InputPieces(try invocation.require(file))
    let source = ImportSource(input, form, Progress("imported", of: input.total, invocation))
    var options = JSONOptions()
    options.duplicateKeys = invocation.has(uniqueKeys) ? .refuse : .lastWins
    return try await invocation.writing { [options] database in
      let number = try await database.importJSON(at: path, options: options, from: source.next)
      source.progress.finish()
      if invocation.has(.json) { try invocation.console.output.write("{\"commit\":\(number)}\n") }
      return .done
    }
  }
}

/// What is imported, as a JSON text.
private final class ImportSource: Sendable {
  let progress: Progress
  private let input: InputPieces
  private let lines: Locked<LineImport?>

  init(_ input: InputPieces, _ form: LineImport.Form?, _ progress: Progress) {
    self.input = input
    self.progress = progress
    lines = Locked(form.map { LineImport($0) })
  }

  @Sendable
  func next() throws -> [UInt8]? {
    while let piece = try input.next() {
      try Task.checkCancellation()
      progress.advance(by: piece.count)
      guard let made = try lines.withLock({ try $0?.take(piece) }) else { return piece }
      if !made.isEmpty { return made }
    }
    let end = try lines.withLock { lines in
      defer { lines = nil }
      return try lines?.finish()
    }
    if end == nil { progress.say("writing it to the file") }
    return end
  }
}
