import Foundation

/// Prints outcomes, one a line, as they come.
struct Table {
  private let nameWidth: Int

  init(for benchmarks: [Benchmark]) {
    nameWidth = benchmarks.map(\.name.count).max() ?? 0
  }

  func printHeader() {
    printRow(["benchmark", "time", "a", "peer's", "ratio", "gate", "peer"])
  }

  func printRow(_ outcome: Outcome) {
    printRow([
      outcome.name, Self.amount(outcome.ns, outcome.unit), outcome.unit, outcome.peerNs.map { Self.amount($0, outcome.unit) } ?? "",
      outcome.ratio.map(Self.ratio) ?? "",
      Self.gate(outcome), outcome.peer ?? "",
    ])
  }

  private func printRow(_ cells: [String]) {
    let widths = [nameWidth, 9, 8, 9, 8, 14]
    let rightAligned: Set = [1, 3, 4]
    let padded = zip(cells.indices, cells).map { i, cell in
      guard i < widths.count else { return cell }
      let space = String(repeating: " ", count: max(widths[i] - cell.count, 0))
      return rightAligned.contains(i) ? space + cell : cell + space
    }
    let line = padded.joined(separator: "  ")
    let trimmed = String(line.reversed().drop { $0 == " " }.reversed())
    // `print` would keep lines back when it goes to a file.
    FileHandle.standardOutput.write(Data((trimmed + "\n").utf8))
  }

  private static func gate(_ outcome: Outcome) -> String {
    guard let gate = outcome.gate, let met = outcome.met else { return "" }
    let wanted = outcome.ratio == nil ? "<= " + amount(gate, outcome.unit) : ">= " + ratio(gate)
    return wanted + (met ? " ok" : " MISSED")
  }

  /// A time, or how many there are of what is counted.
  private static func amount(_ value: Double, _ unit: String) -> String { ["byte", "attempt"].contains(unit) ? short(value) : time(value) }

  private static func time(_ ns: Double) -> String {
    switch ns {
    case ..<1e3: short(ns) + " ns"
    case ..<1e6: short(ns / 1e3) + " us"
    case ..<1e9: short(ns / 1e6) + " ms"
    default: short(ns / 1e9) + " s"
    }
  }

  private static func ratio(_ value: Double) -> String { short(value) + "x" }

  /// Three digits or so.
  private static func short(_ value: Double) -> String {
    if value >= 100 || value.rounded() == value { return String(Int(value.rounded())) }
    let places = value >= 10 ? 10.0 : 100.0
    return String((value * places).rounded() / places)
  }
}
