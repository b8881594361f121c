public import Observation
public import TrellisDatabase
public import TrellisTree

/// One model by its key, for a view: kept current while `run()` runs, and observable.
///
/// ```swift
/// @State private var mural = LiveModel<Mural>("-KaQYfs3kbt4XgDY0ftb")
/// // … Text(mural.model?.name ?? "-").task { await mural.run() }
/// ```
/// The model stays the same instance for as long as its node is there, with pending changes on top of what others write.
@MainActor @Observable public final class LiveModel<M: Queryable> {
  /// The model; nil when there is none, and until it has been read.
  public private(set) var model: M?
  /// Why it has ended; nil while it runs, and when it was cancelled.
  public private(set) var error: (any Error)?
  /// Whether `model` shows what is there.
  public private(set) var isLoaded = false

  @ObservationIgnored private let path: TreePath
  @ObservationIgnored private let database: Database

  public init(_ key: TreeKey, in database: Database = .current) {
    path = M.collection.appending(key)
    self.database = database
  }

  /// One of a collection that lies elsewhere.
  public init(_ key: TreeKey, in collection: ModelCollection<M>) {
    path = collection.path.appending(key)
    database = collection.database
  }

  /// Follows the model until the task is cancelled, or an error ends it. May be run again.
  public func run() async {
    error = nil
    do {
      for try await result in database.observe(path) {
        if Task.isCancelled { return }
        try show(Snapshot(database: database, path: path, node: result.node))
      }
    } catch is CancellationError {
    } catch {
      self.error = error
    }
  }

  private func show(_ snapshot: Snapshot) throws {
    try Schema.of(M.self).requireReadable(snapshot.node, at: path)
    if !snapshot.exists {
      if model != nil { model = nil }
    } else if let model {
      model.replaceSnapshot(snapshot)
    } else {
      model = M(snapshot: snapshot)
    }
    if !isLoaded { isLoaded = true }
  }
}
