import Foundation
import TrellisDatabase
import TrellisPages
import TrellisTree

extension Verb {
  private static let depth = Option("depth", nil, "COUNT", "how deep subtrees are looked for (default 2)")
  private static let top = Option("top", nil, "COUNT", "how many are shown (default 10)")

  static let stats = Verb(
    name: "stats", summary: "prints what a database holds: nodes, bytes, the biggest subtrees", arguments: [.database, .optionalPath],
    options: [depth, top, .json],
    details: "Bytes of subtrees are those of their JSON text, which is what a client would be sent.",
    examples: [Example("trellis stats murals.db --depth 3 --top 5", "shows what takes the room")]
  ) { invocation in
    let (depth, top) = (try invocation.number(depth, least: 1) ?? 2, try invocation.number(top) ?? 10)
    let path = try invocation.path()
    return try await invocation.reading { database in
      let node = try await database.get(path)
      var census = Census(depth: depth, most: top)
      try census.count(node, at: path)
      let report = StatsReport(
        census: census, path: path, biggest: census.biggest, commit: try await database.commitNumber(),
        kept: try await database.recentCommits(.max).count, fileBytes: try invocation.location.bytes(withLog: true),
        memory: try await database.statistics())
      try invocation.console.output.write(invocation.has(.json) ? report.json : report.text(invocation.console.style(.output)))
      return .done
    }
  }
}

extension Location {
  /// Bytes of the file, and of the log beside it.
  func bytes(withLog: Bool) -> Int {
    (withLog ? [path, path + "-wal"] : [path]).reduce(0) { sum, name in
      sum + ((try? FileManager.default.attributesOfItem(atPath: name)[.size] as? Int).flatMap { $0 } ?? 0)
    }
  }
}

private struct StatsReport {
  let census: Census
  let path: TreePath
  let biggest: [Census.Subtree]
  let commit: Int64
  /// Commits that are kept.
  let kept: Int
  let fileBytes: Int
  let memory: DatabaseStatistics?

  func text(_ style: Style) -> String {
    var rows: [(String, String)] = [
      ("nodes", "\(Size.count(census.nodes)), of which \(Size.count(census.leaves)) have values"),
      ("JSON text", Size.text(census.bytes)),
      ("file", Size.text(fileBytes)),
      ("commits", "\(Size.count(Int(commit))), of which the newest \(Size.count(kept)) are kept"),
    ]
    if let memory {
      rows.append(
        (
          "memory",
          "\(Size.text(memory.bytes)) in \(memory.versions) version\(memory.versions == 1 ? "" : "s"), \(Size.text(memory.retainedBytes)) retained"
        ))
      rows.append(("indexes", memory.indexes == 0 ? "none" : "\(memory.indexes), \(Size.text(memory.indexBytes))"))
    }
    var lines = rows.map { style.quiet($0.0.padding(toLength: 10, withPad: " ", startingAt: 0)) + "  \($0.1)" }
    if !biggest.isEmpty { lines += ["", style.strong("biggest subtrees")] }
    for subtree in biggest {
      let share = census.bytes == 0 ? 0 : subtree.bytes * 100 / census.bytes
      lines.append(
        "\(share)".leading(3) + " %  " + Size.text(subtree.bytes).leading(7)
          + "  \(style.name(subtree.path.description)), \(Size.count(subtree.nodes)) nodes")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: String {
    let subtrees = biggest.map { "{\"path\":\(JSONText.quoted($0.path.description)),\"nodes\":\($0.nodes),\"bytes\":\($0.bytes)}" }
    let inMemory =
      memory.map {
        "{\"bytes\":\($0.bytes),\"retainedBytes\":\($0.retainedBytes),\"versions\":\($0.versions),\"indexes\":\($0.indexes),\"indexBytes\":\($0.indexBytes)}"
      } ?? "null"
    return
      "{\"path\":\(JSONText.quoted(path.description)),\"nodes\":\(census.nodes),\"leaves\":\(census.leaves),\"jsonBytes\":\(census.bytes),"
      + "\"fileBytes\":\(fileBytes),\"commit\":\(commit),\"keptCommits\":\(kept),\"memory\":\(inMemory),"
      + "\"biggest\":[\(subtrees.joined(separator: ","))]}\n"
  }
}

extension String {
  fileprivate func leading(_ width: Int) -> String { String(repeating: " ", count: max(0, width - utf8.count)) + self }
}
