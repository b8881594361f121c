public import Observation
import TrellisDatabase
import TrellisPages
import TrellisQueries
import TrellisTree

/// The models that a query finds, for a view: kept current while `run()` runs, and observable.
///
/// ```swift
/// struct MuralList: View {
///   @State private var murals = LiveQuery(Mural.ordered(by: \.$name))
///   var body: some View {
///     List(murals.models) { Text($0.name ?? "-") }.task { await murals.run() }
///   }
/// }
/// ```
/// A model stays the same instance for as long as its row is found, so what a view or a user has changed in it stays, too:
/// pending changes are on top of what others write. A field that somebody else removes is nil from then on.
@MainActor @Observable public final class LiveQuery<M: Queryable> {
  /// The models found, in the query's order, or the other way round.
  public private(set) var models: [M] = []
  /// Why it has ended; nil while it runs, and when it was cancelled.
  public private(set) var error: (any Error)?
  /// Whether `models` shows what is there: false until the first result has come.
  public private(set) var isLoaded = false

  @ObservationIgnored private let query: ModelQuery<M>
  @ObservationIgnored private let isReversed: Bool

  /// - Parameter newestFirst: whether the last model that the query finds comes first.
  public init(_ query: ModelQuery<M>, newestFirst: Bool = false) {
    self.query = query
    isReversed = newestFirst != query.isReversed
  }

  /// Follows the query until the task is cancelled, or an error ends it. May be run again.
  public func run() async {
    error = nil
    do {
      for try await change in query.database.changes(of: try query.plan.get()) {
        if Task.isCancelled { return }
        try show(change, try await prefetched(change))
      }
    } catch is CancellationError {
    } catch {
      self.error = error
    }
  }

  /// What the query includes, for the rows that have come or changed.
  private func prefetched(_ change: QueryChange) async throws -> Prefetched? {
    if change.isInitial { return try await query.prefetched(for: change.result) }
    return try await query.prefetched(for: change.events.lazy.filter { $0.kind == .added || $0.kind == .changed }.map(\.node))
  }

  private func show(_ change: QueryChange, _ prefetched: Prefetched?) throws {
    let changed = Set(change.events.lazy.filter { $0.kind == .changed }.map(\.key))
    // Also after a new start, when nothing says what has changed meanwhile.
    let known = Dictionary(models.map { ($0.key, $0) }) { first, _ in first }
    var rows: [M] = []
    rows.reserveCapacity(change.result.count)
    for (key, node) in change.result {
      if let model = known[key], !change.isInitial, !changed.contains(key) {
        rows.append(model)
      } else if let snapshot = try snapshot(key, node) {
        rows.append(row(known[key], snapshot, prefetched))
      }
    }
    if isReversed { rows.reverse() }
    if !rows.elementsEqual(models, by: ===) { models = rows }
    if !isLoaded { isLoaded = true }
  }

  private func row(_ known: M?, _ snapshot: Snapshot, _ prefetched: Prefetched?) -> M {
    let row = known ?? M(snapshot: snapshot)
    if known != nil { row.replaceSnapshot(snapshot) }
    row.prefetched = prefetched
    return row
  }

  /// Copied out when it is small, since a row would else keep the version of the tree that it last changed in. Nil for a row
  /// that cannot be read and may be left out.
  private func snapshot(_ key: TreeKey, _ node: TreeSnapshot) throws -> Snapshot? {
    let path = try query.plan.get().path.appending(key)
    do { try Schema.of(M.self).requireReadable(node, at: path) } catch {
      if query.skipsUnreadable { return nil }
      throw error
    }
    return Snapshot(database: query.database, path: path, node: copy(of: node, upTo: 4096) ?? node)
  }
}
