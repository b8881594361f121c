public import TrellisDatabase
public import TrellisTree

// The queries of `ModelCollection`, of the collection that a class names.

extension Queryable {
  /// All members, to limit, page or observe.
  public static func query(in database: Database = .current) -> ModelQuery<Self> { members(in: database).query() }

  /// The first members in the default order: priority, then key.
  public static func first(_ count: Int, in database: Database = .current) -> ModelQuery<Self> { members(in: database).first(count) }

  /// The last members in the default order, ascending.
  public static func last(_ count: Int, in database: Database = .current) -> ModelQuery<Self> { members(in: database).last(count) }

  /// All members, ordered by a field, then by key. Members without the field come first.
  public static func ordered<Output>(
    by field: KeyPath<Self, Field<Output>>, in database: Database = .current
  ) -> ModelQuery<Self> {
    members(in: database).ordered(by: field)
  }

  /// All members in key order: in the order they were added, for keys made by the database.
  public static func orderedByKey(in database: Database = .current) -> ModelQuery<Self> { members(in: database).orderedByKey() }

  /// The members with the highest keys, highest first: the newest, for keys made by the database.
  ///
  /// ```swift
  /// let newest = try await Mural.newest(20).fetch()
  /// ```
  public static func newest(_ count: Int, in database: Database = .current) -> ModelQuery<Self> { members(in: database).newest(count) }

  // MARK: Equal

  /// Members whose field has a value.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, equals value: Output.Stored, in database: Database = .current
  ) -> ModelQuery<Self> {
    members(in: database).where(field, equals: value)
  }

  /// Members without the field.
  public static func `where`<Output>(
    missing field: KeyPath<Self, Field<Output>>, in database: Database = .current
  ) -> ModelQuery<Self> {
    members(in: database).where(missing: field)
  }

  /// Members that link to a key, in the order of their keys. Looks at every member, unless an index is declared; a relation with an
  /// inverse knows them at once, see `inverse(of:)`.
  public static func `where`<Target>(
    _ links: KeyPath<Self, Links<Target>>, contains key: TreeKey, in database: Database = .current
  ) -> ModelQuery<Self> {
    members(in: database).where(links, contains: key)
  }

  // MARK: Ranges, by the database's order: booleans, numbers, strings by UTF-16 code units

  /// Members whose field lies in a range, both ends included.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, in range: ClosedRange<Output.Stored>, in database: Database = .current
  ) -> ModelQuery<Self> {
    members(in: database).where(field, in: range)
  }

  /// Members whose field lies in a range without its upper end.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, in range: Range<Output.Stored>, in database: Database = .current
  ) -> ModelQuery<Self> {
    members(in: database).where(field, in: range)
  }

  /// Members whose field is at least a value.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, in range: PartialRangeFrom<Output.Stored>, in database: Database = .current
  ) -> ModelQuery<Self> {
    members(in: database).where(field, in: range)
  }

  /// Members whose field is at most a value. Members without the field come before all values, and so are found too.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, in range: PartialRangeThrough<Output.Stored>, in database: Database = .current
  ) -> ModelQuery<Self> {
    members(in: database).where(field, in: range)
  }

  /// Members whose field is below a value. Members without the field come before all values, and so are found too.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, in range: PartialRangeUpTo<Output.Stored>, in database: Database = .current
  ) -> ModelQuery<Self> {
    members(in: database).where(field, in: range)
  }

  /// Members whose field lies between two values, both included: for types that Swift does not order, such as enums, and by the
  /// order of what is stored.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, from lower: Output.Stored, through upper: Output.Stored, in database: Database = .current
  ) -> ModelQuery<Self> {
    members(in: database).where(field, from: lower, through: upper)
  }

  /// Members whose field lies between two values, the upper one left out.
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, from lower: Output.Stored, upTo upper: Output.Stored, in database: Database = .current
  ) -> ModelQuery<Self> {
    members(in: database).where(field, from: lower, upTo: upper)
  }

  /// Members whose text begins with these characters, by code units.
  ///
  /// ```swift
  /// let smiths = try await Artist.where(\.$lastName, prefix: "Smi").fetch()
  /// ```
  public static func `where`<Output>(
    _ field: KeyPath<Self, Field<Output>>, prefix: String, in database: Database = .current
  ) -> ModelQuery<Self> where Output.Stored == String {
    members(in: database).where(field, prefix: prefix)
  }
}
