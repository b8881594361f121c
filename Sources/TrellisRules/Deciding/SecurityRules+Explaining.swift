public import TrellisDatabase
public import TrellisPages
public import TrellisTree

extension SecurityRules {
  /// Says whether a read or a query is allowed, and why.
  ///
  /// ```swift
  /// let tree = try await database.get("/")
  /// print(rules.explain(read: TreeQuery("murals"), of: tree, as: Auth(uid: "alice")))
  /// ```
  /// - Parameters:
  ///   - root: the whole tree.
  ///   - milliseconds: the time that rules see, if not now.
  public func explain(
    read query: TreeQuery, of root: TreeSnapshot, as auth: Auth?, milliseconds: Int64? = nil
  ) -> RuleReport {
    let context = RuleContext(auth: auth?.claim, now: milliseconds ?? Clock.milliseconds(), old: root, new: nil, query: RuleQuery(query))
    return RuleReport(RuleExplanation(self, context, read: query.path))
  }

  /// Says whether a write is allowed, and why. Copies the tree: O(size).
  public func explain(
    write: TreeWrite, to root: TreeSnapshot, as auth: Auth?, milliseconds: Int64? = nil
  ) -> RuleReport {
    let old = root.tree
    var new = old
    let now = milliseconds ?? Clock.milliseconds()
    let changes = write.resolved(now: now, against: old)
    for change in changes { new.apply(change) }
    let context = RuleContext(auth: auth?.claim, now: now, old: old, new: new, query: nil)
    return RuleReport(RuleExplanation(self, context, write: changes.map(\.path)))
  }
}
