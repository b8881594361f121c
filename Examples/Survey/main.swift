// A survey without a network. The office hands out its list of walls as JSON, a tablet works on its own database for a day, and what
// it brings back is taken in whole, or not at all.
import Foundation
import Trellis

try await story()

func story() async throws {
  // MARK: In the office, in the morning

  let office = try Database.inMemory([
    "sites": ["s1": ["street": "Main Street"], "s2": ["street": "Old Harbour"], "s3": ["street": "Mill Lane", "visits": 2]]
  ])
  let handedOut = try await office.get("sites").json(.export)
  print("The office hands out:\n  \(handedOut)")

  // MARK: In the field

  let tablet = Database.inMemory()
  try await tablet.importJSON(at: "sites", from: pieces(of: handedOut))
  let sites = try await Site.all(in: tablet)
  print("\nThe tablet has \(sites.count) walls, and no network.")

  /// Each visit is one commit on the tablet: the report and the count.
  func visit(_ site: Site, _ key: TreeKey, _ fill: (Report) -> Void) async throws {
    try await tablet.batch { batch in
      try batch.insert(into: site.reports, as: key) {
        fill($0)
        $0.by = "ana"
      }
      try batch.increment(site, \.$visits)
    }
    print("  \(site.street): visit \(site.visits)")
  }

  try await visit(sites[0], "r1") { $0.condition = .good }
  try await visit(sites[1], "r1") {
    $0.condition = .fading
    $0.cracks = 3
  }
  do {
    try await visit(sites[2], "r1") {
      $0.condition = .lost
      $0.cracks = -1
    }
  } catch let error as TrellisError {
    print("  \(sites[2].street) is refused, and nothing of it is kept:")
    for case let problem as TrellisError in (error.underlying as? ModelProblems)?.errors ?? [error] { print("    \(problem)") }
  }
  try await visit(sites[2], "r1") {
    $0.condition = .lost
    $0.note = "painted over"
  }
  let broughtBack = try await tablet.get("sites").json(.export)

  // MARK: In the office, in the evening

  do {
    try await office.importJSON(at: "sites", from: pieces(of: String(broughtBack.dropLast(9))))
  } catch let error as TrellisError {
    print("\nA file that was cut off changes nothing:\n  \(error.message)")
  }
  try await office.importJSON(at: "sites", from: pieces(of: broughtBack))
  // Reports of an older tablet have another name for the note, and are moved once.
  try await office.set("sites/s1/reports/r0", ["condition": "good", "remark": "before the rain", "by": "bob"])
  let migrations = try (["s1", "s2", "s3"] as [TreeKey]).map { key in
    Migration(try TreeKey("notes-of-\(key)"), of: Report.self, at: TreePath(["sites", key, "reports"])) { $0.adoptNewNames() }
  }
  print("\nBack in the office, notes are moved to their new name:")
  for run in 1...2 {
    try await office.migrate(migrations) { print("  \($0)") }
    if run == 2 { print("  (and not again)") }
  }

  print("\nWhat was seen:")
  for site in try await Site.all(in: office) {
    for report in try await site.reports.all() {
      let what = "\(report.condition.rawValue), \(report.cracks) cracks\(report.note.map { ", \"\($0)\"" } ?? "")"
      print("  \(site.street), \(report.by ?? "-"): \(what)")
    }
  }
  let worst = try await Site.ordered(by: \.$visits, in: office).reversed().fetchFirst()
  print("\nMost visited: \(worst?.street ?? "-")")
}

/// A text as it comes from a file: in pieces.
func pieces(of text: String) -> @Sendable () throws -> [UInt8]? {
  let reader = Pieces(text)
  return { reader.next() }
}
