import TrellisDatabase
import TrellisPages
import TrellisQueries
public import TrellisTree

/// A change of what is stored for a class of models, made once in each database, a page at a time.
///
/// ```swift
/// let migrations = [
///   Migration("2026-11-names", of: Mural.self) { $0.adoptNewNames() },
///   Migration("2026-12-heights", of: Mural.self) { mural in
///     if let text = mural[raw: "height"].string { mural.height = Double(text) }
///   },
/// ]
/// try await database.migrate(migrations) { print($0) }
/// ```
/// The closure is given each member as it is stored, also one with fields that cannot be read as they are declared now; those read as
/// their defaults, and `subscript(raw:)` has what is there. What it assigns is checked and written as by `save()`, except that times
/// which are maintained stay. Members that it leaves alone are not written.
public struct Migration: Sendable {
  /// What it is known by in the database for ever.
  public let name: TreeKey
  let collection: TreePath
  /// Notes in a batch what is to become of a member; whether it changes.
  let change: @Sendable (Snapshot, inout ModelBatch) throws -> Bool

  /// - Parameters:
  ///   - name: a name that no other migration of the database has, or will have.
  ///   - path: where the members are, when that is not the collection of their class.
  public init<M: PropertyWritable & CollectionMember>(
    _ name: TreeKey, of type: M.Type, at path: TreePath? = nil, _ change: @escaping @Sendable (M) throws -> Void
  ) {
    self.name = name
    collection = path ?? M.collection
    self.change = { snapshot, batch in
      let model = M(snapshot: snapshot)
      try change(model)
      return try batch.migrate(model)
    }
  }
}

/// How far a migration is.
public struct MigrationProgress: Sendable, CustomStringConvertible {
  public let name: TreeKey
  /// Members that it has been through, with those of earlier runs.
  public let done: Int
  /// Of those, members that it has changed.
  public let changed: Int
  /// Members that there are.
  public let total: Int
  public let isFinished: Bool

  public var description: String { "\(name): \(done) of \(total), \(changed) changed\(isFinished ? ", finished" : "")" }
}

extension ModelBatch {
  /// Notes the changes of a member, if nobody else changes it meanwhile.
  fileprivate mutating func migrate(_ model: some PropertyWritable) throws -> Bool {
    let here = model.unobservedSnapshot
    guard let sent = try model.checkedChanges(isNew: false, maintainingTimes: false) else { return false }
    require(.equals(here.node.tree, at: here.path))
    for (place, tree) in sent.values { set(here.path.appending(path: place), tree) }
    return true
  }
}

extension Model {
  /// Moves each field that stands under a former name to its own, as pending changes; see `Field`. A field that stands at its own
  /// place already is left as it is, and so is what stands under its former name.
  public final func adoptNewNames() {
    for field in Schema.of(type(of: self)).renamed { field.adopt(in: self) }
  }
}
