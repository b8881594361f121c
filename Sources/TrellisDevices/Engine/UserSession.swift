import TrellisTree

/// A user who is signed in, from when this instance was told so.
struct UserSession: Sendable {
  let user: AuthUser
  /// Nil when the id is no legal key.
  let key: TreeKey?
  /// Tells sessions of this instance apart.
  let number: Int

  init(_ user: AuthUser, number: Int) {
    self.user = user
    key = user.key
    self.number = number
  }

  /// Whether a report of a user is about this session still (device store §3).
  ///
  /// - Parameter isReplay: whether the report is of the state as it was, not of a change.
  func goes(on user: AuthUser, isReplay: Bool) -> Bool {
    guard key != nil, key == user.key else { return false }
    let (mine, other) = (self.user.sessionID, user.sessionID)
    if mine != nil, other != nil { return SessionID.areEqual(mine, other) }
    // Somebody who was anonymous and now has an account goes on as well.
    return isReplay || (self.user.isAnonymous && !user.isAnonymous)
  }
}
