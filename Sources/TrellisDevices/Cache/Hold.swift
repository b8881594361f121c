import TrellisTree

/// A user for whom nothing is registered until a new session begins.
struct Hold: Sendable, Hashable {
  var userID: TreeKey
  /// Nil when sessions cannot be told apart: then it is for any, until it is ended.
  var sessionID: String?

  init(userID: TreeKey, sessionID: String?) {
    self.userID = userID
    self.sessionID = sessionID
  }

  init?(_ tree: Tree) {
    guard let user = tree["userId"].string.flatMap({ try? TreeKey($0) }) else { return nil }
    self.init(userID: user, sessionID: tree["sessionId"].string)
  }

  var tree: Tree { ["userId": .string(userID.text), "sessionId": sessionID.map { .string($0) } ?? .null] }

  func holds(_ session: UserSession) -> Bool { session.key == userID && SessionID.mayBeEqual(sessionID, session.user.sessionID) }
}

enum SessionID {
  /// Whether two ids may be those of one session: one that is not known may be any.
  static func mayBeEqual(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return true }
    return a.utf8.elementsEqual(b.utf8)
  }

  /// Whether they are known to be.
  static func areEqual(_ a: String?, _ b: String?) -> Bool { a != nil && b != nil && mayBeEqual(a, b) }
}
