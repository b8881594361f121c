/// A value that the datastore fills in when it carries out a write (data model §8).
///
/// ```swift
/// try await database.update("murals/m1", ["seenAt": .timestamp, "likes": .increment(by: 1)])
/// ```
public enum ServerValue: Sendable, Hashable {
  /// The time of the write, in whole milliseconds since 1970; the same for all timestamps of one write.
  case timestamp
  /// The number that stands at the place, plus this one; this one alone where no number stands.
  ///
  /// Two 64-bit integers give an integer unless it overflows; in all other cases the sum is a double.
  case increment(Tree.Scalar)
}

extension ServerValue {
  /// What the placeholder becomes, given what stands at its place.
  package func resolved(now milliseconds: Int64, current: Tree.Scalar?) -> Tree.Scalar {
    switch self {
    case .timestamp: .int(milliseconds)
    case .increment(let delta): Self.sum(current, delta)
    }
  }

  private static func sum(_ current: Tree.Scalar?, _ delta: Tree.Scalar) -> Tree.Scalar {
    switch (current, delta) {
    case (.int(let a)?, .int(let b)):
      let (sum, overflow) = a.addingReportingOverflow(b)
      return overflow ? .double(Double(a) + Double(b)) : .int(sum)
    case (.int(let a)?, .double(let b)): return .double(Double(a) + b)
    case (.double(let a)?, .int(let b)): return .double(a + Double(b))
    case (.double(let a)?, .double(let b)): return .double(a + b)
    default: return delta
    }
  }
}
