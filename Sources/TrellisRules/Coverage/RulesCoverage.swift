/// Which conditions of rules were ever true and ever false, over any number of decisions.
///
/// ```swift
/// var coverage = RulesCoverage(of: rules)
/// for test in tests.cases { _ = test.run(rules, noting: &coverage) }
/// for entry in coverage.entries where !entry.isCovered { print(entry) }
/// ```
public struct RulesCoverage: Sendable {
  /// A whole rule, or what `&&`, `||`, `!` and `? :` combine in it.
  public struct Entry: Sendable, CustomStringConvertible {
    /// Where the rule stands: `/users/$uid/.read`.
    public let rule: String
    public let line: Int
    public let column: Int
    /// In one line.
    public let condition: String
    public fileprivate(set) var trueCount = 0
    public fileprivate(set) var falseCount = 0
    /// How often it could not be evaluated.
    public fileprivate(set) var errorCount = 0

    public var isCovered: Bool { trueCount > 0 && falseCount > 0 }

    public var description: String {
      let counts = "true \(trueCount), false \(falseCount)" + (errorCount > 0 ? ", error \(errorCount)" : "")
      return "\(line):\(column): \(rule): \(condition): \(counts)"
    }
  }

  private struct Place: Hashable {
    let line: Int
    let column: Int
    let node: Int
  }

  /// In the order of the file; the parts of a rule behind the whole. Rules that are just `true` or `false` are left out.
  public private(set) var entries: [Entry] = []
  private var numbers: [Place: Int] = [:]

  public init(of rules: SecurityRules) {
    for rule in rules.root.rules.sorted(by: { ($0.line, $0.column) < ($1.line, $1.column) }) {
      let expression = rule.expression
      for node in expression.conditions {
        let (line, column) = rule.position(expression.nodes[node].start)
        numbers[Place(line: rule.line, column: rule.column, node: node)] = entries.count
        entries.append(Entry(rule: rule.name, line: line, column: column, condition: expression.line(of: expression.nodes[node])))
      }
    }
  }

  /// How many conditions were both.
  public var coveredCount: Int { entries.count(where: \.isCovered) }

  mutating func note(_ records: [RuleRecord]) {
    for record in records {
      for (node, result) in record.parts {
        guard let number = numbers[Place(line: record.rule.line, column: record.rule.column, node: node)] else { continue }
        switch result {
        case .success(.bool(true)): entries[number].trueCount += 1
        case .success(.bool(false)): entries[number].falseCount += 1
        default: entries[number].errorCount += 1
        }
      }
    }
  }
}
