import TrellisTree

/// A record that should be removed and could not be yet.
struct PendingRemoval: Sendable, Hashable {
  var registration: CachedRegistration
  /// By this machine's clock, in milliseconds since 1970.
  var queuedAt: Int64

  /// What a device forgets after (device store §5.1): the services have let go of its token by then.
  static let longestMilliseconds: Int64 = 270 * 24 * 3_600_000
  static let most = 32

  init(_ registration: CachedRegistration, queuedAt: Int64) {
    self.registration = registration
    self.queuedAt = queuedAt
  }

  init?(_ tree: Tree) {
    guard let registration = CachedRegistration(tree) else { return nil }
    self.init(registration, queuedAt: tree["queuedAt"].int ?? 0)
  }

  var tree: Tree {
    var tree = registration.tree
    tree[path: "queuedAt"] = .int(queuedAt)
    return tree
  }
}
