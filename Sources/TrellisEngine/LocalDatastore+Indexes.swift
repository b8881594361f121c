public import TrellisDatabase
import TrellisPages
import TrellisQueries
public import TrellisTree

extension LocalDatastore {
  /// The published version and the index that a query uses, if there is one or one is worth making.
  func state(for query: TreeQuery) -> QueryChanges.State {
    guard let name = IndexSet.name(for: query) else { return QueryChanges.State(root: arena.pin(), index: nil) }
    let state = withState { state in QueryChanges.State(root: arena.pin(), index: state.indexes.use(name)) }
    guard state.index == nil else { return state }
    return makeIndex(name, state.root) ?? state
  }

  /// Makes an index if it is worth it and nobody else does so just now. Writers wait only while it catches up with the last
  /// few changes. Answers the version that it shows.
  func makeIndex(_ name: IndexSet.Name, _ root: TreeSnapshot) -> QueryChanges.State? {
    let count = root[path: name.path].count
    let isDeclared = isDeclared(name)
    let isMine = withState { ($0.indexes.isWorthwhile(count: count) || isDeclared) && $0.indexes.beginConstruction(of: name) }
    guard isMine else { return nil }
    var base = root[path: name.path]
    let index = OrderIndex(name.ordering, of: base)
    // Once without the lock for what has happened while it was made, then with it for what is left.
    let newer = arena.pin()[path: name.path]
    let isCurrent = index.update(IndexSet.allChildren(base, newer))
    base = newer
    return withState { state in
      let root = arena.pin()
      let isCurrent = isCurrent && index.update(IndexSet.allChildren(base, root[path: name.path]))
      state.indexes.endConstruction(of: name, isCurrent ? index : nil, isAutomatic: !isDeclared)
      return isCurrent ? QueryChanges.State(root: root, index: index.snapshot) : nil
    }
  }

  private func isDeclared(_ name: IndexSet.Name) -> Bool {
    withState { $0.indexes.settings.declared.contains(name) } || policy?.declaresIndex(of: name.path, by: name.ordering) == true
  }

  public func explain(_ query: TreeQuery, as auth: Auth?) async throws -> QueryPlan {
    let result = try currentResult(query, auth)
    let isIndexed = result.view.isIndexed
    return QueryPlan(explaining: result.view, isIndexed: isIndexed, advice: isIndexed ? nil : advice(for: result.view))
  }

  private func advice(for view: QueryView) -> String? {
    let settings = withState { $0.indexes.settings }
    guard view.query.ordering != .key, view.node.count >= settings.smallestCount else { return nil }
    return settings.isAutomatic
      ? "An index is being made; the next query will use it"
      : "Declare an index of \(view.query.path) in IndexSettings or by .indexOn in rules, or let indexes be automatic"
  }
}
