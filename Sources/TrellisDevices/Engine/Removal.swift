import TrellisTree

/// A record that is to be removed, and who waits for it.
struct Removal: Sendable {
  enum Kind: Sendable, Equatable {
    /// `signOut`.
    case signOut
    /// `prepareForAccountDeletion`.
    case account
    /// What an earlier `signOut` has left. Told of only if somebody was told that it is pending.
    case leftover(isTold: Bool)
    /// Another device of the user's.
    case other(TreeKey)
  }

  typealias Waiter = @Sendable (DeviceStoreError?) -> Void

  let id: Int
  let kind: Kind
  let session: UserSession
  /// Of the subscription that it was asked in: later ones are not told of it.
  let generation: Int
  var waiters: [Waiter] = []
  /// When the waiters are told, whatever has happened by then.
  var deadline: Duration?
  /// Set once they have been told that it did not end in time.
  var isLate = false
}
