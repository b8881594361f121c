import TrellisDatabase
public import TrellisTree

extension ModelCollection where M: Queryable {
  /// All members, to limit, page or observe.
  public func query() -> ModelQuery<M> { ModelQuery(database, at: path) { TreeQuery(path) } }

  /// The first members in the default order: priority, then key.
  public func first(_ count: Int) -> ModelQuery<M> { query().first(count) }

  /// The last members in the default order, ascending.
  public func last(_ count: Int) -> ModelQuery<M> { query().last(count) }

  /// All members, ordered by a field, then by key. Members without the field come first.
  public func ordered<Output>(by field: KeyPath<M, Field<Output>>) -> ModelQuery<M> { ranged(field) { $0 } }

  /// All members in key order: in the order they were added, for keys made by the database.
  public func orderedByKey() -> ModelQuery<M> {
    ModelQuery(database, at: path) { () throws(TreeQuery.Invalid) in try TreeQuery(path).ordered(by: .key) }
  }

  /// The members with the highest keys, highest first: the newest, for keys made by the database.
  public func newest(_ count: Int) -> ModelQuery<M> { orderedByKey().reversed().first(count) }

  // MARK: Equal

  /// Members whose field has a value.
  public func `where`<Output>(_ field: KeyPath<M, Field<Output>>, equals value: Output.Stored) -> ModelQuery<M> {
    ranged(field) { query throws(TreeQuery.Invalid) in try query.equal(to: bound(value)) }
  }

  /// Members without the field.
  public func `where`<Output>(missing field: KeyPath<M, Field<Output>>) -> ModelQuery<M> {
    ranged(field) { query throws(TreeQuery.Invalid) in try query.equal(to: .null) }
  }

  /// Members that link to a key. See `Queryable.where(_:contains:in:)`.
  public func `where`<Target>(_ links: KeyPath<M, Links<Target>>, contains key: TreeKey) -> ModelQuery<M> {
    let place = M(snapshot: .unbound)[keyPath: links].place.path.appending(key)
    return ModelQuery(database, at: path) { () throws(TreeQuery.Invalid) in
      // Behind nothing and `false`, which are no links.
      try TreeQuery(path).ordered(by: .child(place)).starting(at: true)
    }
  }

  // MARK: Ranges, by the database's order: booleans, numbers, strings by UTF-16 code units

  /// Members whose field lies in a range, both ends included.
  public func `where`<Output>(_ field: KeyPath<M, Field<Output>>, in range: ClosedRange<Output.Stored>) -> ModelQuery<M> {
    self.where(field, from: range.lowerBound, through: range.upperBound)
  }

  /// Members whose field lies in a range without its upper end.
  public func `where`<Output>(_ field: KeyPath<M, Field<Output>>, in range: Range<Output.Stored>) -> ModelQuery<M> {
    self.where(field, from: range.lowerBound, upTo: range.upperBound)
  }

  /// Members whose field is at least a value.
  public func `where`<Output>(_ field: KeyPath<M, Field<Output>>, in range: PartialRangeFrom<Output.Stored>) -> ModelQuery<M> {
    ranged(field) { query throws(TreeQuery.Invalid) in try query.starting(at: bound(range.lowerBound)) }
  }

  /// Members whose field is at most a value. Members without the field come before all values, and so are found too.
  public func `where`<Output>(_ field: KeyPath<M, Field<Output>>, in range: PartialRangeThrough<Output.Stored>) -> ModelQuery<M> {
    ranged(field) { query throws(TreeQuery.Invalid) in try query.ending(at: bound(range.upperBound)) }
  }

  /// Members whose field is below a value. Members without the field come before all values, and so are found too.
  public func `where`<Output>(_ field: KeyPath<M, Field<Output>>, in range: PartialRangeUpTo<Output.Stored>) -> ModelQuery<M> {
    ranged(field) { query throws(TreeQuery.Invalid) in try query.ending(before: bound(range.upperBound)) }
  }

  /// Members whose field lies between two values, both included: for types that Swift does not order, such as enums, and by the
  /// order of what is stored.
  public func `where`<Output>(
    _ field: KeyPath<M, Field<Output>>, from lower: Output.Stored, through upper: Output.Stored
  ) -> ModelQuery<M> {
    ascending(
      bound(lower), bound(upper),
      ranged(field) { query throws(TreeQuery.Invalid) in
        try query.starting(at: bound(lower)).ending(at: bound(upper))
      })
  }

  /// Members whose field lies between two values, the upper one left out.
  public func `where`<Output>(
    _ field: KeyPath<M, Field<Output>>, from lower: Output.Stored, upTo upper: Output.Stored
  ) -> ModelQuery<M> {
    ascending(
      bound(lower), bound(upper),
      ranged(field) { query throws(TreeQuery.Invalid) in
        try query.starting(at: bound(lower)).ending(before: bound(upper))
      })
  }

  /// Members whose text begins with these characters, by code units: "É" and "E" with an accent behind it are not the same.
  public func `where`<Output>(_ field: KeyPath<M, Field<Output>>, prefix: String) -> ModelQuery<M> where Output.Stored == String {
    ranged(field) { query throws(TreeQuery.Invalid) in
      let starting = try query.starting(at: .string(prefix))
      guard let end = prefix.behindAllWithThisPrefix else { return starting }
      return try starting.ending(before: .string(end))
    }
  }

  // MARK: Making

  private func ranged<Output>(
    _ field: KeyPath<M, Field<Output>>, _ limit: (TreeQuery) throws(TreeQuery.Invalid) -> TreeQuery
  ) -> ModelQuery<M> {
    // The key path is resolved on an instance that stands for nothing.
    let place = M(snapshot: .unbound)[keyPath: field].path
    return ModelQuery(database, at: path) { () throws(TreeQuery.Invalid) in
      try limit(try TreeQuery(path).ordered(by: .child(place)))
    }
  }

  /// A value as a bound. One that cannot be stored equals nothing that is stored; a branch is refused by the query.
  private func bound(_ value: some FieldValue) -> Tree {
    do { return try value.fieldTree(keys: .plain) } catch { return .double(.nan) }
  }

  /// A type may have another order than what is stored of it: a range that is one in Swift only would find nothing.
  private func ascending(_ lower: Tree, _ upper: Tree, _ query: ModelQuery<M>) -> ModelQuery<M> {
    guard let low = lower.scalar, let high = upper.scalar, high < low else { return query }
    return query.failing(
      TrellisError(
        .invalid, at: path,
        "the range is empty: stored, \(lower.json()) comes behind \(upper.json()); values are ordered as they are stored"))
  }
}

extension String {
  /// The first text, by code units, behind all that begin with this one; nil when there is none.
  var behindAllWithThisPrefix: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      if let next = last.nextByCodeUnits {
        scalars.append(next)
        return String(String.UnicodeScalarView(scalars))
      }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// By code units, what lies beyond the basic plane stands between U+D7FF and U+E000.
  fileprivate var nextByCodeUnits: Unicode.Scalar? {
    switch value {
    case 0xD7FF: "\u{10000}"
    case 0x10FFFF: "\u{E000}"
    case 0xFFFF: nil
    default: Unicode.Scalar(value + 1)
    }
  }
}
