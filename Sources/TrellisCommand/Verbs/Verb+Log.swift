import TrellisDatabase
import TrellisTree

extension Verb {
  private static let last = Option("last", "l", "COUNT", "the newest so many (default 20)")
  private static let since = Option("since", nil, "NUMBER", "all commits behind this number")
  private static let follow = Option("follow", "f", nil, "goes on with commits as they come, until it is interrupted")

  static let log = Verb(
    name: "log", summary: "prints recent commits, oldest first", arguments: [.database], options: [last, since, follow, interval, .json],
    details: """
      A file keeps its newest commits, some thousands of small ones; compact and large imports drop them. With --json each is a line that replay reads.
      """,
    examples: [
      Example("trellis log murals.db --last 3", "prints the newest three"),
      Example("trellis log murals.db --since 120 --follow --json >> audit.ndjson", "records all from number 121 on"),
    ]
  ) { invocation in
    let (count, number) = (try invocation.number(last, least: 1) ?? 20, try invocation.number(since))
    let interval = try invocation.seconds(interval, or: .milliseconds(100))
    if invocation.has(last), invocation.has(since) { throw Failure(.usage, "--last and --since are two ways to choose; take one") }
    return try await invocation.reading { database in
      var seen = try await database.commitNumber()
      let commits = try await database.recentCommits(number == nil ? count : .max)
      if let number {
        let first = commits.first?.number ?? seen + 1
        guard number + 1 >= first else {
          throw Failure(.missing, "commits are kept from number \(first) on, not from \(number + 1)")
        }
      }
      for commit in commits where commit.number > number ?? 0 { try invocation.print(commit) }
      guard invocation.has(follow) else { return .done }
      try invocation.console.output.flush()
      seen = max(seen, Int64(number ?? 0))
      let newer = database.commits(since: seen)
      let last = Locked(seen)
      try await invocation.location.refreshing(database, every: interval) {
        do {
          for try await commit in newer {
            try invocation.print(commit)
            try invocation.console.output.flush()
            last.withLock { $0 = commit.number }
          }
        } catch TrellisError.Code.historyGone {
          throw Failure(
            .missing,
            "commits behind number \(last.withLock { $0 }) were dropped by a large import or compact before they could be read; "
              + "make a backup, and follow from its last commit on")
        }
      }
      return .done
    }
  }
}

extension Invocation {
  fileprivate func print(_ commit: Commit) throws {
    try console.output.write((has(.json) ? CommitText.json(commit) : CommitText.lines(commit, console.style(.output))) + "\n")
  }
}
