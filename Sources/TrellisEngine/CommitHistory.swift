import TrellisDatabase
import TrellisTree

/// The newest commits, for readers of `commits(since:)` and for conditions. Bounded in number and in size.
struct CommitHistory {
  private var commits: [Entry] = []
  /// Entries before this index are forgotten; they are dropped from the array now and then.
  private var firstKept = 0
  private var nodes = 0
  private let mostCommits: Int
  private let mostNodes: Int
  /// The number of the last commit that readers may see.
  private(set) var published: Int64
  /// The number of the last commit, seen or not.
  private(set) var applied: Int64

  private struct Entry {
    let commit: Commit
    let nodes: Int
  }

  init(startingAt number: Int64, mostCommits: Int, mostNodes: Int = 1_000_000) {
    published = number
    applied = number
    self.mostCommits = mostCommits
    self.mostNodes = mostNodes
  }

  mutating func append(_ commit: Commit) {
    let size = commit.changes.reduce(0) { $0 + $1.value.nodeCount }
    commits.append(Entry(commit: commit, nodes: size))
    nodes += size
    applied = commit.number
    while commits.count - firstKept > mostCommits || (nodes > mostNodes && commits.count - firstKept > 1) {
      nodes -= commits[firstKept].nodes
      firstKept += 1
    }
    if firstKept > 64, firstKept > commits.count / 2 {
      commits.removeFirst(firstKept)
      firstKept = 0
    }
  }

  mutating func publish(through number: Int64) { published = number }

  /// Forgets all commits; the next one follows this number.
  mutating func restart(at number: Int64) {
    self = CommitHistory(startingAt: number, mostCommits: mostCommits, mostNodes: mostNodes)
  }

  /// Forgets commits that were never published.
  mutating func rewind() {
    while let last = commits.last, last.commit.number > published {
      if commits.count > firstKept { nodes -= last.nodes }
      commits.removeLast()
    }
    firstKept = min(firstKept, commits.count)
    applied = published
  }

  private var kept: ArraySlice<Entry> { commits[firstKept...] }

  /// Published commits with numbers above `number`.
  ///
  /// - Throws: `.historyGone` when some of them are no longer kept.
  func published(behind number: Int64) throws -> [Commit] {
    if number >= published { return [] }
    let first = kept.first?.commit.number ?? applied + 1
    guard number + 1 >= first else {
      throw TrellisError(
        .historyGone,
        "commits are kept from number \(first) on, but \(number + 1) is asked for; read a snapshot and follow from there, or keep more history"
      )
    }
    return kept.drop { $0.commit.number <= number }.prefix { $0.commit.number <= published }.map(\.commit)
  }

  /// The newest published commits, at most so many, oldest first.
  func newest(_ most: Int) -> [Commit] {
    kept.prefix { $0.commit.number <= published }.suffix(max(most, 0)).map(\.commit)
  }

  /// Whether a commit with a number above `number` wrote at, above or below a place; also when that is not known any more.
  func hasChanged(_ path: TreePath, since number: Int64) -> Bool {
    for entry in kept.reversed() {
      if entry.commit.number <= number { return false }
      for change in entry.commit.changes where change.path.contains(path) || path.contains(change.path) { return true }
    }
    return number < (kept.first?.commit.number ?? applied + 1) - 1
  }
}

extension Tree {
  fileprivate var nodeCount: Int { children.reduce(1) { $0 + $1.value.nodeCount } }
}
