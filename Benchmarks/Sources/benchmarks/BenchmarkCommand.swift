import Foundation

/// `benchmarks`: see `Options.help`.
@main
struct BenchmarkCommand {
  static func main() async {
    do {
      try await run(Options(CommandLine.arguments.dropFirst()))
    } catch let error as Options.Invalid {
      complain(error.message)
      exit(2)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func run(_ options: Options) async throws {
    if options.helpsOnly { return print(Options.help) }
    let benchmarks = all(options).filter { benchmark in options.filter.map { benchmark.name.contains($0) } ?? true }
    if benchmarks.isEmpty { throw Options.Invalid(message: "no benchmark's name contains \"\(options.filter ?? "")\"; --list lists them") }
    if options.listsOnly { return print(benchmarks.map(\.name).joined(separator: "\n")) }

    let table = Table(for: benchmarks)
    table.printHeader()
    var outcomes: [Outcome] = []
    for benchmark in benchmarks {
      let outcome = try await benchmark.run(options.isQuick ? .quick : .thorough)
      table.printRow(outcome)
      outcomes.append(outcome)
    }
    if let file = options.jsonFile { try write(outcomes, to: file) }
  }

  private static func all(_ options: Options) -> [Benchmark] {
    let sizes: [DataSet.Size] = options.isLarge ? [.small, .medium, .large] : [.small, .medium]
    let v8 = V8.find()
    if v8 == nil { complain("there is no node command, so the lines that compare with V8 are left out") }
    return sizes.flatMap(TreeSuite.benchmarks)
      + (options.isLarge ? sizes + [.huge] : sizes).flatMap(GrowthSuite.benchmarks)
      + sizes.flatMap(VersionSuite.benchmarks)
      + VersionSuite.living
      + sizes.dropFirst().flatMap { JSONSuite.benchmarks($0, v8) }
      + sizes.flatMap(DatabaseSuite.benchmarks)
      + DatabaseSuite.contended
      + ListenerSuite.benchmarks
      + sizes.flatMap(QuerySuite.benchmarks)
      + sizes.flatMap(IndexSuite.benchmarks)
      + [IndexSuite.crowd]
      + sizes.flatMap(ModelSuite.benchmarks)
      + CollectionSuite.benchmarks
      + CodingSuite.benchmarks
      + RuleSuite.benchmarks
      + sizes.dropFirst().flatMap(FileSuite.benchmarks)
  }

  private static func write(_ outcomes: [Outcome], to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(outcomes).write(to: URL(fileURLWithPath: file))
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data("benchmarks: \(message)\n".utf8))
  }
}
