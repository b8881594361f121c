public import TrellisDatabase
import TrellisTree

extension Queryable {
  /// All members, to limit, page or observe.
  public static func query(in database: Database = .current) -> ModelQuery<Self> {
    ModelQuery(database) { TreeQuery(collection) }
  }

  /// The first members in the default order: priority, then key.
  public static func first(_ count: Int, in database: Database = .current) -> ModelQuery<Self> { query(in: database).first(count) }

  /// The last members in the default order, ascending.
  public static func last(_ count: Int, in database: Database = .current) -> ModelQuery<Self> { query(in: database).last(count) }

  /// All members, ordered by a field, then by key. Members without the field come first.
  public static func ordered<Output>(
    by field: KeyPath<Self, Field<Output>>, in database: Database = .current
  ) -> ModelQuery<Self> {
    ranged(field, database) { $0 }
  }

  /// All members in key order: in the order they were added, for keys made by the database.
  public static func orderedByKey(in database: Database = .current) -> ModelQuery<Self> {
    ModelQuery(database) { () throws(TreeQuery.Invalid) in try TreeQuery(collection).ordered(by: .key) }
  }

  // MARK: Equal

  /// Members whose field has a value.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, equals value: Output.Stored, in database: Database = .current
  ) -> ModelQuery<Self> {
    ranged(field, database) { query throws(TreeQuery.Invalid) in try query.equal(to: bound(value)) }
  }

  /// Members without the field.
  public static func `where`<Output>(
    missing field: KeyPath<Self, Field<Output>>, in database: Database = .current
  ) -> ModelQuery<Self> {
    ranged(field, database) { query throws(TreeQuery.Invalid) in try query.equal(to: .null) }
  }

  // MARK: Ranges, by the database's order: booleans, numbers, strings by UTF-16 code units

  /// Members whose field lies in a range, both ends included.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, in range: ClosedRange<Output.Stored>, in database: Database = .current
  ) -> ModelQuery<Self> {
    ranged(field, database) { query throws(TreeQuery.Invalid) in
      try query.starting(at: bound(range.lowerBound)).ending(at: bound(range.upperBound))
    }
  }

  /// Members whose field lies in a range without its upper end.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, in range: Range<Output.Stored>, in database: Database = .current
  ) -> ModelQuery<Self> {
    ranged(field, database) { query throws(TreeQuery.Invalid) in
      try query.starting(at: bound(range.lowerBound)).ending(before: bound(range.upperBound))
    }
  }

  /// Members whose field is at least a value.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, in range: PartialRangeFrom<Output.Stored>, in database: Database = .current
  ) -> ModelQuery<Self> {
    ranged(field, database) { query throws(TreeQuery.Invalid) in try query.starting(at: bound(range.lowerBound)) }
  }

  /// Members whose field is at most a value. Members without the field come before all values, and so are found too.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, in range: PartialRangeThrough<Output.Stored>, in database: Database = .current
  ) -> ModelQuery<Self> {
    ranged(field, database) { query throws(TreeQuery.Invalid) in try query.ending(at: bound(range.upperBound)) }
  }

  /// Members whose field is below a value. Members without the field come before all values, and so are found too.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, in range: PartialRangeUpTo<Output.Stored>, in database: Database = .current
  ) -> ModelQuery<Self> {
    ranged(field, database) { query throws(TreeQuery.Invalid) in try query.ending(before: bound(range.upperBound)) }
  }

  // MARK: Making

  private static func ranged<Output>(
    _ field: KeyPath<Self, Field<Output>>, _ database: Database,
    _ limit: (TreeQuery) throws(TreeQuery.Invalid) -> TreeQuery
  ) -> ModelQuery<Self> {
    // The key path is resolved on an instance that stands for nothing.
    let path = Self(snapshot: .unbound)[keyPath: field].path
    return ModelQuery(database) { () throws(TreeQuery.Invalid) in
      try limit(try TreeQuery(collection).ordered(by: .child(path)))
    }
  }

  /// A value as a bound. One that cannot be stored equals nothing that is stored; a branch is refused by the query.
  private static func bound(_ value: some FieldValue) -> Tree {
    do { return try value.fieldTree(keys: .plain) } catch { return .double(.nan) }
  }
}
