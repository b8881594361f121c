import Observation

/// What an app without a database keeps its state in.
@Observable
final class ObservableItem {
  var score: Double

  init(score: Double) { self.score = score }
}
