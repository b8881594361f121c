public import TrellisDatabase
import TrellisPages
public import TrellisTree

/// New members may be added to the collection.
///
/// ```swift
/// let ana = try await Artist.insert { $0.firstName = "Ana"; $0.country = "MX" }
///
/// let draft = Artist()
/// draft.firstName = "Ana"
/// try await draft.insert()
/// ```
/// A key made by the database sorts behind all made before. `validate()` runs first.
public protocol Insertable: CollectionMember {}

extension Insertable {
  /// Adds a member with the fields that `fill` assigns.
  ///
  /// - Parameter key: a key of one's own, which must be free; by default a new one is made.
  /// - Throws: `.conflict` when the key is taken, `.invalid` when no field was given a value; what `validate()` and `fill`
  ///   throw; what `Database.write` throws.
  @discardableResult
  public static func insert(
    as key: TreeKey? = nil, in database: Database = .current, _ fill: (Self) throws -> Void
  ) async throws -> sending Self {
    try await ModelCollection<Self>(at: collection, in: database).insert(as: key, fill)
  }

  /// Adds this draft to the collection. When it fails, it is the draft it was.
  public func insert(as key: TreeKey? = nil, in database: Database = .current) async throws {
    try await ModelCollection<Self>(at: Self.collection, in: database).insert(self, as: key)
  }

  func commitNew() async throws {
    try requireSomethingToInsert()
    do {
      try await commit(.nothing)
    } catch TrellisError.Code.conflict {
      throw TrellisError(
        .conflict, at: unobservedSnapshot.path, "the key is taken; choose another, or save changes of the member that has it")
    }
  }
}
