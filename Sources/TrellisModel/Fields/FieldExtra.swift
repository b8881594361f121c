public import TrellisTree

/// When a write fills in a time by itself.
///
/// ```swift
/// @Field("createdAt", maintained: .onInsert) var createdAt: ServerTime?
/// @Field("changedAt", maintained: .onSave) var changedAt: ServerTime?
/// ```
/// It is the datastore's time, of the same write. A value that is assigned wins. What writes by path, or other programs, keep it
/// themselves or not at all.
public enum MaintainedTime: Sendable {
  /// When the model is inserted.
  case onInsert
  /// When it is inserted, and whenever it is written by `save`, `set`, `update`, `transaction`, `increment` or in a batch.
  case onSave
}

/// What few fields have, beside what all have.
@usableFromInline
final class FieldExtra: Sendable {
  let place: FieldPath
  /// How the keys of dictionaries in it are stored.
  let keys: KeyStrategy
  /// Where the field was before, the latest first.
  let former: [FieldPath]
  let maintained: MaintainedTime?

  /// Nothing when there is nothing to say of the field but a short key.
  @inlinable
  static func of(
    _ place: FieldPath, _ keys: KeyStrategy = .plain, former: [FieldPath] = [], maintained: MaintainedTime? = nil
  ) -> FieldExtra? {
    if place.deep == nil, keys == .plain, former.isEmpty, maintained == nil { return nil }
    return FieldExtra(place, keys, former, maintained)
  }

  @usableFromInline
  init(_ place: FieldPath, _ keys: KeyStrategy, _ former: [FieldPath], _ maintained: MaintainedTime?) {
    self.place = place
    self.keys = keys
    self.former = former
    self.maintained = maintained
  }
}
