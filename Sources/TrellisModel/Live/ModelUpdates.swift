import TrellisDatabase

/// The models that a query finds, now and again whenever that has changed.
///
/// Each element is freshly made, in the task that iterates. A reader slower than the writers skips to the newest. Leaving
/// the loop or cancelling the task ends the observation.
public struct ModelUpdates<M: Queryable>: AsyncSequence, Sendable {
  public typealias Element = [M]

  private let query: ModelQuery<M>

  init(_ query: ModelQuery<M>) { self.query = query }

  public func makeAsyncIterator() -> Iterator {
    switch query.plan {
    case .success(let plan): Iterator(query: query, state: .running(query.database.observe(plan).makeAsyncIterator()))
    case .failure(let error): Iterator(query: query, state: .impossible(error))
    }
  }

  public struct Iterator: AsyncIteratorProtocol {
    enum State {
      case running(QueryUpdates.Iterator)
      case impossible(TrellisError)
      case ended
    }

    let query: ModelQuery<M>
    var state: State

    public mutating func next() async throws -> [M]? { try await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [M]? {
      switch state {
      case .running(var results):
        defer { state = .running(results) }
        guard let result = try await results.next(isolation: actor) else { return nil }
        return try query.models(result, try await query.prefetched(for: result))
      case .impossible(let error):
        state = .ended
        throw error
      case .ended: return nil
      }
    }
  }
}

extension ModelQuery {
  /// The members found, now and after every change of them.
  public func observe() -> ModelUpdates<M> { ModelUpdates(self) }
}
