import TrellisRules

extension Invocation {
  func testRules(_ path: String, _ words: [String]) throws -> ExitCode {
    let rules = try SecurityRules(file: path)
    var report = JUnitReport()
    var (count, failures) = (0, 0)
    for (file, tests) in try cases(words, "test") {
      let results = tests.cases.map { $0.run(rules) }
      report.add(results, of: tests.title ?? file, in: file)
      count += results.count
      for result in results where !result.passes {
        failures += 1
        try console.output.write(text(result, file))
      }
    }
    if let file = self[.junit] { try OutputFile.write(file, source: path) { try $0.write(report.xml) } }
    let style = console.style(.output)
    let verdict = failures == 0 ? style.good("all as expected") : style.bad("\(failures) not as expected")
    try console.output.write("\(count) \(count == 1 ? "case" : "cases"), \(verdict)\n")
    return failures == 0 ? .done : .no
  }

  func coverRules(_ path: String, _ words: [String]) throws -> ExitCode {
    let rules = try SecurityRules(file: path)
    var coverage = RulesCoverage(of: rules)
    for (_, tests) in try cases(words, "coverage") {
      for test in tests.cases where test.usesRulesUnderTest { _ = test.run(rules, noting: &coverage) }
    }
    if has(.json) {
      for entry in coverage.entries { try console.output.write(json(entry) + "\n") }
      return .done
    }
    for entry in coverage.entries where !entry.isCovered { try console.output.write("\(path):\(entry)\n") }
    try console.output.write("\(coverage.coveredCount) of \(coverage.entries.count) conditions were true and false\n")
    return .done
  }

  private func cases(_ files: [String], _ action: String) throws -> [(file: String, tests: RulesTests)] {
    if files.isEmpty { throw Failure(.usage, "\(action) takes RULES, and one or more files of cases") }
    return try files.map { file in
      let text = try String(read: try InputPieces(file).all(), from: file)
      do throws(RulesError) { return (file, try RulesTests(json: text)) } catch {
        throw Failure(.invalid, error.problems.map { "\(file):\($0)" }.joined(separator: "\n"))
      }
    }
  }

  private func text(_ result: RulesTestResult, _ file: String) -> String {
    let test = result.case
    let head = "\(file):\(test.line): \(console.style(.output).bad("FAILED")) \(test.id)\(test.note.map { ": \($0)" } ?? "")"
    let lines = result.problems + result.report.text.split(separator: "\n").map(String.init)
    return ([head] + lines.map { "  \($0)" }).joined(separator: "\n") + "\n"
  }

  private func json(_ entry: RulesCoverage.Entry) -> String {
    "{\"rule\":\(JSONText.quoted(entry.rule)),\"line\":\(entry.line),\"column\":\(entry.column),"
      + "\"condition\":\(JSONText.quoted(entry.condition)),\"true\":\(entry.trueCount),\"false\":\(entry.falseCount),"
      + "\"error\":\(entry.errorCount)}"
  }
}
