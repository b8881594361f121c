import TrellisDatabase
import TrellisTree

extension Verb {
  private static let file = Argument(name: "FILE", help: "commits as log --json writes them; - is standard input")

  static let replay = Verb(
    name: "replay", summary: "carries out recorded commits, in order", arguments: [.database, file], options: [.create, .wait, .json],
    details: """
      On a database that has all commits before the recorded ones, or on a new one when they begin with the first, this gives the tree that they \
      were recorded from. Commits that the database has already are passed over, so a replay that was interrupted is just begun again; a gap is \
      refused. Commits get the time of the replay.
      """,
    examples: [Example("trellis replay copy.db audit.ndjson --create", "makes the tree again, from commit 1 on")]
  ) { invocation in
    let input = try InputPieces(try invocation.require(file))
    return try await invocation.writing { database in
      var number = try await database.commitNumber()
      var count = 0
      var lines = Lines(input)
      while let (line, text) = try lines.next() {
        try Task.checkCancellation()
        let commit = try CommitText.commit(text, number: line)
        if commit.number <= number { continue }
        guard commit.number == number + 1 else {
          throw Failure(
            .invalid,
            "line \(line) has commit \(commit.number), but \(number + 1) is next; \(count) were replayed. Begin with a backup made at "
              + "commit \(commit.number - 1), or with a record from \(number + 1) on")
        }
        number = try await database.write(try TreeWrite.update(commit.changes)).number
        count += 1
      }
      try invocation.console.output.write(
        invocation.has(.json) ? "{\"replayed\":\(count),\"commit\":\(number)}\n" : "replayed \(count) commits; the last is \(number)\n")
      return .done
    }
  }
}
