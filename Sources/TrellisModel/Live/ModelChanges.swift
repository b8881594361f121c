import TrellisDatabase
import TrellisQueries
import TrellisTree

/// What every change does to the models that a query finds, in the order of commits. See `QueryChanges`.
///
/// ```swift
/// for try await change in Mural.ordered(by: \.$likes).last(10).changes() {
///   list.removeRows(at: change.difference.removals)
///   list.insertRows(at: change.difference.insertions)
/// }
/// ```
public struct ModelChanges<M: Queryable>: AsyncSequence, Sendable {
  public typealias Element = ModelChange<M>

  private let query: ModelQuery<M>

  init(_ query: ModelQuery<M>) { self.query = query }

  public func makeAsyncIterator() -> Iterator { Iterator(query) }

  public struct Iterator: AsyncIteratorProtocol {
    private let query: ModelQuery<M>
    /// Nil after the end.
    private var changes: Result<QueryChanges.Iterator, TrellisError>?
    /// The keys of the models of the step before.
    private var keys: [TreeKey] = []

    fileprivate init(_ query: ModelQuery<M>) {
      self.query = query
      changes = query.plan.map { query.database.changes(of: $0).makeAsyncIterator() }
    }

    public mutating func next() async throws -> ModelChange<M>? { try await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> ModelChange<M>? {
      guard let ready = changes else { return nil }
      changes = nil
      var iterator = try ready.get()
      guard let change = try await iterator.next(isolation: actor) else { return nil }
      let step = try step(change, try await query.prefetched(for: change.result))
      changes = .success(iterator)
      return step
    }

    private mutating func step(_ change: QueryChange, _ prefetched: Prefetched?) throws -> ModelChange<M> {
      let models = try query.models(change.result, prefetched)
      let new = models.map(\.key)
      defer { keys = new }
      let changed = Set(change.events.filter { $0.kind == .changed }.map(\.key))
      return ModelChange(models: models, difference: ListDifference(from: keys, to: new, changed: changed), isInitial: change.isInitial)
    }
  }
}

extension ModelQuery {
  /// What every change does to the members found, for lists on a screen.
  public func changes() -> ModelChanges<M> { ModelChanges(self) }
}
