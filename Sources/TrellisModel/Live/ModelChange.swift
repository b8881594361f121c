public import TrellisDatabase

/// What one change did to the models that a query finds: one step from a list to the next.
public struct ModelChange<M: Queryable> {
  /// The models found after the change, freshly made.
  public let models: [M]
  /// How the list before becomes this one: what was removed, added, moved and changed, by place.
  public let difference: ListDifference
  /// Whether this is the first step, which finds all that is there.
  public let isInitial: Bool
}
