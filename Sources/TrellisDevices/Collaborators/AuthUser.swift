public import TrellisDatabase
import TrellisTree

/// A user who is signed in.
public struct AuthUser: Sendable, Hashable {
  /// A legal key: the store refuses any other with `invalidUserID`.
  public var uid: String
  public var isAnonymous: Bool
  /// What tells two sessions of one user apart. Without it each report of a user, but for the first, begins a new session.
  public var sessionID: String?
  /// What the database is asked as.
  public var auth: Auth

  /// - Parameter auth: by default a user with this id and no more.
  public init(uid: String, isAnonymous: Bool = false, sessionID: String? = nil, auth: Auth? = nil) {
    self.uid = uid
    self.isAnonymous = isAnonymous
    self.sessionID = sessionID
    self.auth = auth ?? Auth(uid: uid)
  }
}

extension AuthUser {
  var key: TreeKey? { try? TreeKey(uid) }
}
