/// Why a rules file is refused: every rule's first problem, in the order of the file.
public struct RulesError: Error, Sendable, Hashable, CustomStringConvertible {
  public struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// From 1.
    public let line: Int
    /// From 1, in UTF-16 code units.
    public let column: Int
    public let message: String

    public var description: String { "\(line):\(column): \(message)" }
  }

  public let problems: [Problem]

  public var description: String { problems.map { "\($0)" }.joined(separator: "\n") }
}
