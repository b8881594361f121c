import TrellisPages
import TrellisTree

/// What few models have: those that are fetched by the thousand are read, and no more.
final class ModelExtra {
  var pending = PendingChanges()
  /// The stored node with the pending changes on top; nil when that is to be made anew.
  var edited: TreeSnapshot?
  /// The model that this one is a part of. A part reads and changes through its owner.
  var owner: (model: Model, path: TreePath)?
}
