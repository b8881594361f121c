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
  /// The models by their keys.
  @ObservationIgnored private var rows: [TreeKey: M] = [:]

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
    if try !showInPlace(change, prefetched) { try showAnew(change, prefetched) }
    if !isLoaded { isLoaded = true }
  }

  /// Shows a change of rows of which one at most comes, goes or moves, whatever the number of rows. False when it is another change.
  private func showInPlace(_ change: QueryChange, _ prefetched: Prefetched?) throws -> Bool {
    let moving = change.events.filter { $0.kind != .changed }
    // A row that is left out may stand anywhere between two that are shown.
    if change.isInitial || moving.count > 1 || query.skipsUnreadable { return false }
    if let event = moving.first, try !show(event, prefetched) { return false }
    for event in change.events where event.kind == .changed {
      guard let known = rows[event.key], let snapshot = try snapshot(event.key, event.node) else { return false }
      _ = row(known, snapshot, prefetched)
    }
    return true
  }

  /// Takes out a row, or puts it where it belongs.
  private func show(_ event: ChildEvent, _ prefetched: Prefetched?) throws -> Bool {
    let known = rows[event.key]
    if let known {
      guard event.kind != .added, let place = models.firstIndex(where: { $0 === known }) else { return false }
      models.remove(at: place)
    } else if event.kind != .added {
      return false
    }
    if event.kind == .removed {
      rows[event.key] = nil
      return true
    }
    guard let place = place(behind: event.previousKey) else { return false }
    guard let row = try known ?? snapshot(event.key, event.node).map({ row(nil, $0, prefetched) }) else { return false }
    models.insert(row, at: place)
    rows[event.key] = row
    return true
  }

  private func place(behind previous: TreeKey?) -> Int? {
    guard let previous else { return isReversed ? models.count : 0 }
    guard let row = rows[previous], let place = models.firstIndex(where: { $0 === row }) else { return nil }
    return isReversed ? place : place + 1
  }

  private func showAnew(_ change: QueryChange, _ prefetched: Prefetched?) throws {
    let changed = Set(change.events.lazy.filter { $0.kind == .changed }.map(\.key))
    var found: [M] = []
    found.reserveCapacity(change.result.count)
    for (key, node) in change.result {
      // After a new start, nothing says what has changed meanwhile.
      if let model = rows[key], !change.isInitial, !changed.contains(key) {
        found.append(model)
      } else if let snapshot = try snapshot(key, node) {
        found.append(row(rows[key], snapshot, prefetched))
      }
    }
    if isReversed { found.reverse() }
    rows = Dictionary(found.map { ($0.key, $0) }) { first, _ in first }
    if !found.elementsEqual(models, by: ===) { models = found }
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
