import TrellisTree

/// An auth provider that a program feeds with its own sign-in: a user with the `Auth` that the database is asked as.
///
/// ```swift
/// let auth = SessionAuthProvider()
/// auth.signIn(AuthUser(uid: "ann", auth: Auth(uid: "ann", provider: "password")))
/// auth.signOut()
/// ```
/// Each `signIn` begins a new session. A token that was refreshed needs none.
public final class SessionAuthProvider: AuthProvider {
  private let event: Watched<AuthEvent>
  private let uuids: any UUIDSource

  /// - Parameter user: who is signed in already, with the session that an earlier run has begun.
  public init(_ user: AuthUser? = nil, uuids: any UUIDSource = SystemRandomSource()) {
    event = Watched(user.map { .signedIn($0) } ?? .signedOut(.unknown))
    self.uuids = uuids
  }

  /// Who is signed in; keep it, to begin with it in the next run.
  public var user: AuthUser? { if case .signedIn(let user) = event.value { user } else { nil } }

  /// Begins a session of a user. One without an id is given one.
  public func signIn(_ user: AuthUser) {
    var user = user
    user.sessionID = user.sessionID ?? uuids.next()
    event.set(.signedIn(user))
  }

  public func signOut(_ reason: SignOutReason = .userInitiated) { event.set(.signedOut(reason)) }

  public func authEvents() -> AsyncStream<AuthEvent> { event.values() }
}
