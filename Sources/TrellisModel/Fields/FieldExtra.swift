import TrellisTree

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

/// What few fields have, beside what all have: in one place, because every model keeps its fields.
@usableFromInline
final class FieldExtra: Sendable {
  /// Where the field was before, the latest first.
  let former: [FieldPath]
  let maintained: MaintainedTime?

  init(former: [FieldPath] = [], maintained: MaintainedTime? = nil) {
    self.former = former
    self.maintained = maintained
  }

  func below(_ parent: FieldPath) -> FieldExtra {
    FieldExtra(former: former.map { FieldPath(parent.path.appending(path: $0.path)) }, maintained: maintained)
  }
}
