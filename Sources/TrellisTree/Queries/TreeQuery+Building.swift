extension TreeQuery {
  // MARK: Ordering

  /// - Throws: `TreeQuery.Invalid` when an ordering is set already or does not go with a bound.
  public func ordered(by ordering: Ordering) throws(Invalid) -> TreeQuery {
    if isOrdered { throw Invalid(.multipleOrderBy, "the query has an ordering already; it takes one") }
    if case .child(let path) = ordering, path.isRoot {
      throw Invalid(.orderByEmptyPath, "the path to order by is empty; use .value to order by the children themselves")
    }
    var query = self
    query.ordering = ordering
    try query.checkBounds()
    query.isOrdered = true
    return query
  }

  /// Orders by what stands at a path below each child, given as text.
  ///
  /// - Throws: `TreeQuery.Invalid`, also when the text is no legal path.
  public func ordered(byChild text: String) throws(Invalid) -> TreeQuery {
    for (name, cure) in [("$key", ".key"), ("$priority", ".priority"), ("$value", ".value")] where CodeUnits.equal(text, name) {
      throw Invalid(.orderByReservedName, "\(name) is no child; use the ordering \(cure)")
    }
    if text.utf8.isEmpty { throw Invalid(.invalidPath, "the path to order by is the empty text") }
    let path: TreePath
    do {
      path = try TreePath.root.appending(text: text)
    } catch {
      throw Invalid(.invalidPath, error.description)
    }
    if path.isInfo { throw Invalid(.invalidPath, "children have no .info") }
    return try ordered(by: .child(path))
  }

  // MARK: Range

  /// Children from a value on, or from the child with that value and this key on.
  public func starting(at value: Tree, key: TreeKey? = nil) throws(Invalid) -> TreeQuery {
    try starting(try bound(value, key, isInclusive: true))
  }

  /// Children behind all those with a value, or behind the child with that value and this key.
  public func starting(after value: Tree, key: TreeKey? = nil) throws(Invalid) -> TreeQuery {
    try starting(try bound(value, key, isInclusive: false))
  }

  /// Children up to a value, or up to the child with that value and this key.
  public func ending(at value: Tree, key: TreeKey? = nil) throws(Invalid) -> TreeQuery {
    try ending(try bound(value, key, isInclusive: true))
  }

  /// Children before all those with a value, or before the child with that value and this key.
  public func ending(before value: Tree, key: TreeKey? = nil) throws(Invalid) -> TreeQuery {
    try ending(try bound(value, key, isInclusive: false))
  }

  /// Children with this very value, and key if one is given.
  public func equal(to value: Tree, key: TreeKey? = nil) throws(Invalid) -> TreeQuery {
    try Self.checkFinite(value)
    if start != nil { throw Self.hasStart }
    if end != nil { throw Self.hasEnd }
    let bound = try bound(value, key, isInclusive: true)
    return try starting(bound).ending(bound)
  }

  private func starting(_ bound: Bound) throws(Invalid) -> TreeQuery {
    var query = self
    query.start = bound
    try query.checkBounds()
    if start != nil { throw Self.hasStart }
    return query
  }

  private func ending(_ bound: Bound) throws(Invalid) -> TreeQuery {
    var query = self
    query.end = bound
    try query.checkBounds()
    if end != nil { throw Self.hasEnd }
    return query
  }

  // MARK: Limit

  /// At most this many children from the start of the range.
  public func first(_ count: Int) throws(Invalid) -> TreeQuery { try limited(.first(count), count) }

  /// At most this many children from the end of the range, in ascending order.
  public func last(_ count: Int) throws(Invalid) -> TreeQuery { try limited(.last(count), count) }

  private func limited(_ limit: Limit, _ count: Int) throws(Invalid) -> TreeQuery {
    if count <= 0 { throw Invalid(.limitNotPositive, "the limit is \(count); it is at least 1") }
    if self.limit != nil { throw Invalid(.limitAlreadySet, "the query has a limit already") }
    var query = self
    query.limit = limit
    return query
  }

  // MARK: Checks

  private func bound(_ value: Tree, _ key: TreeKey?, isInclusive: Bool) throws(Invalid) -> Bound {
    guard value.isNull || value.scalar != nil else {
      if ordering == .priority { throw Self.needsPriority }
      if ordering == .key { throw key == nil ? Self.needsKeyText : Self.takesNoKey }
      throw Invalid(.boundMustBeScalar, "a bound is nil, a boolean, a number or a string, not a branch")
    }
    try Self.checkFinite(value)
    return Bound(value: value.scalar, key: key, isInclusive: isInclusive)
  }

  private static func checkFinite(_ value: Tree) throws(Invalid) {
    if let scalar = value.scalar, !scalar.isFinite { throw Invalid(.nonFiniteNumber, "NaN and infinities are no bounds") }
  }

  private func checkBounds() throws(Invalid) {
    for bound in [start, end] {
      guard let bound else { continue }
      switch ordering {
      case .priority: if case .bool? = bound.value { throw Self.needsPriority }
      case .key: try checkKeyBound(bound)
      case .value, .child: break
      }
    }
  }

  private func checkKeyBound(_ bound: Bound) throws(Invalid) {
    // An exclusive bound made in another order stands behind, or before, all children with its value: it has a key.
    if bound.key != nil || (!bound.isInclusive && !isOrdered) { throw Self.takesNoKey }
    guard case .string? = bound.value else { throw Self.needsKeyText }
  }

  private static let hasStart = Invalid(.startAlreadySet, "the query has a start already")
  private static let hasEnd = Invalid(.endAlreadySet, "the query has an end already")
  private static let takesNoKey = Invalid(
    .keyOrderTakesNoKey, "in key order a bound is the key alone; name the ordering first, then the bound")
  private static let needsPriority = Invalid(
    .priorityOrderNeedsPriority, "in priority order a bound is nil, a number or a string; for others name an ordering first")
  private static let needsKeyText = Invalid(.keyOrderNeedsText, "in key order a bound is the text of a key")
}
