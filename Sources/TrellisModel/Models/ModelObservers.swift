import Observation
import TrellisDatabase

/// Whoever watches a model, which all watch the whole of it.
///
/// It is an object because the registrar belongs to a library whose types may change: handling an optional one asks that library how
/// each time, which takes longer than reading a field.
final class ModelObservers {
  private let registrar = ObservationRegistrar()
  // Made once, not for each access.
  private static let watched: any KeyPath<Model, Snapshot> & Sendable = \.snapshot

  func access(_ model: Model) { registrar.access(model, keyPath: Self.watched) }

  func mutate(_ model: Model, _ change: () -> Void) { registrar.withMutation(of: model, keyPath: Self.watched, change) }
}
