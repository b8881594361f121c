/// Why a JSON text was refused, and where. Nothing of a refused text is used.
public struct JSONError: Error, Sendable, CustomStringConvertible {
  public enum Reason: String, Sendable {
    /// The text is not JSON.
    case syntax = "syntax"
    /// The bytes are not UTF-8, or an escape names half of a surrogate pair.
    case invalidText = "invalid-text"
    case invalidKey = "invalid-key"
    case duplicateKey = "duplicate-key"
    case invalidPriority = "invalid-priority"
    case valueWithChildren = "value-with-children"
    case unknownServerValue = "unknown-server-value"
    case incrementNotANumber = "increment-not-a-number"
    case nonFiniteNumber = "non-finite-number"
    case tooDeep = "path-too-deep"
    /// A key has more bytes than any path may have.
    case pathTooLong = "path-too-long"
  }

  public let reason: Reason
  /// The line, counted from 1.
  public let line: Int
  /// The byte within the line, counted from 1.
  public let column: Int
  /// Where in the value, as `/key/key/3`.
  public let path: String
  /// What is wrong and what to do.
  public let message: String

  public var description: String { "line \(line), column \(column), at \(path): \(message)" }
}

/// What a handler finds wrong with a value; the scanner adds where.
package struct JSONProblem: Error {
  package let reason: JSONError.Reason
  package let message: String

  package init(_ reason: JSONError.Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
