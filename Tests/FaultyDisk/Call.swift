/// One call that reached the disk; kept so that a failing test can say which call it had broken.
public struct Call: Sendable, Hashable, CustomStringConvertible {
  /// Counts from 1 over the whole life of the disk, restarts included.
  public let number: Int
  public let kind: CallKind
  /// The name of the file; empty for SQLite's nameless temporary files.
  public let file: String

  public var description: String { "#\(number) \(kind.rawValue) \(file)" }
}
