extension TreeWrite {
  /// Why a write is refused before it is tried.
  public struct Invalid: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: String, Sendable {
      case invalidKey = "invalid-key"
      case pathTooDeep = "path-too-deep"
      case pathTooLong = "path-too-long"
      case stringTooLong = "string-too-long"
      case nonFiniteNumber = "non-finite-number"
      case invalidPriority = "invalid-priority"
      case nonFinitePriority = "non-finite-priority"
      case invalidPriorityInUpdate = "invalid-priority-in-update"
      case overlappingUpdatePaths = "overlapping-update-paths"
      case updateNotAnObject = "update-not-an-object"
      case infoIsReadOnly = "info-is-read-only"
    }

    public let reason: Reason
    /// The place that is at fault.
    public let path: TreePath
    /// What is wrong and what to do.
    public let message: String

    init(_ reason: Reason, _ path: TreePath, _ message: String) {
      self.reason = reason
      self.path = path
      self.message = message
    }

    public var description: String { "\(path): \(message)" }
  }
}
