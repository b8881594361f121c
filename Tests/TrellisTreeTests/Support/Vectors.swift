import Testing
import TrellisTree
import VectorSupport

extension Trait where Self == ConditionTrait {
  /// Shows, as a skipped test, cases that this suite does not run, with the reason for each.
  static func leftOut(_ cases: [LeftOutCase]) -> Self { .disabled(Comment(rawValue: LeftOutCase.summary(cases))) }
}

/// A case that is not run, and why.
struct LeftOutCase: Sendable {
  let vector: VectorCase
  let reason: String

  static func summary(_ cases: [LeftOutCase]) -> String {
    let byReason = Dictionary(grouping: cases, by: \.reason).sorted { $0.key < $1.key }
    return byReason.map { reason, cases in "\(reason): \(cases.map { "[\($0.vector.index)]" }.joined(separator: " "))" }.joined(
      separator: "; ")
  }
}

extension [VectorCase] {
  /// Those that are run, for which `reason` says nothing.
  func run(_ reason: (VectorCase) -> String?) -> [VectorCase] { filter { reason($0) == nil } }

  /// Those that are not run.
  func leftOut(_ reason: (VectorCase) -> String?) -> [LeftOutCase] {
    compactMap { vector in reason(vector).map { LeftOutCase(vector: vector, reason: $0) } }
  }
}

/// Checks that a file is what its suite reads, and that the sections named hold something at all.
func expectReadable(_ file: VectorFile, _ sections: [[String]]) throws {
  let json = try file.read()
  #expect(json["format"]?.string == "trellis-vectors/\(file.name)")
  #expect(json["version"]?.int == 1)
  let counts = sections.map { names in names.reduce(Optional(json)) { $0?[$1] }?.elements.count ?? 0 }
  #expect(counts.contains { $0 > 0 }, "no section has a case: \(sections)")
}

/// A key from text, checked. (`TreeKey("a.b")` is a literal to the compiler, and traps.)
func key(_ text: String) throws -> TreeKey { try TreeKey(text) }

/// A path from text, checked.
func path(_ text: String) throws -> TreePath { try TreePath(text) }

/// A text whose control characters do not disturb the log.
struct Quoted: ExpressibleByStringLiteral, CustomStringConvertible, Sendable {
  let text: String
  var description: String { text.debugDescription }

  init(_ text: String) { self.text = text }
  init(stringLiteral value: String) { text = value }
}

/// The key that a vector names; the two sentinels among them.
func vectorKey(_ text: String) throws -> TreeKey {
  switch text {
  case "[MIN_NAME]": .minimum
  case "[MAX_NAME]": .maximum
  default: try TreeKey(text)
  }
}

/// Data model §3.2 word for word: nothing, then leaves, then branches, which all tie.
func valueOrder(_ a: Tree, _ b: Tree) -> Int {
  if let a = a.scalar, let b = b.scalar { return a.order(b).signum() }
  func rank(_ tree: Tree) -> Int { tree.isNull ? 0 : (tree.scalar != nil ? 1 : 2) }
  return (rank(a) - rank(b)).signum()
}

/// Data model §3.3 and §3.5: none, then numbers, then strings; ties go by key.
func priorityOrder(_ a: (key: TreeKey, priority: Tree.Scalar?), _ b: (key: TreeKey, priority: Tree.Scalar?)) -> Int {
  let order = valueOrder(Tree(a.priority), Tree(b.priority))
  return order != 0 ? order : (a.key < b.key ? -1 : (a.key == b.key ? 0 : 1))
}

/// Sign of the order of two comparable values, from `<` and `==` alone.
func sign<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : (a == b ? 0 : 1) }
