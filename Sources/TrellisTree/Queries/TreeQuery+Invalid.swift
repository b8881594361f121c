extension TreeQuery {
  /// Why a query is impossible (data model §5.4).
  public struct Invalid: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: String, Sendable {
      case multipleOrderBy = "multiple-order-by"
      case startAlreadySet = "start-already-set"
      case endAlreadySet = "end-already-set"
      case limitAlreadySet = "limit-already-set"
      case limitNotPositive = "limit-not-positive-integer"
      case keyOrderNeedsText = "key-order-needs-string-bound"
      case keyOrderTakesNoKey = "key-order-takes-no-key-argument"
      case priorityOrderNeedsPriority = "priority-order-needs-priority-bound"
      case boundMustBeScalar = "bound-must-be-scalar"
      case nonFiniteNumber = "non-finite-number"
      case orderByReservedName = "order-by-reserved-name"
      case orderByEmptyPath = "order-by-empty-path"
      case invalidPath = "invalid-path"
    }

    public let reason: Reason
    /// What is wrong and what to do.
    public let message: String

    init(_ reason: Reason, _ message: String) {
      self.reason = reason
      self.message = message
    }

    public var description: String { message }
  }
}
