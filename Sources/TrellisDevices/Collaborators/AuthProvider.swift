/// Tells who is signed in. Adapters for the app's own sign-in adopt it; `SessionAuthProvider` is one that a program feeds.
public protocol AuthProvider: Sendable {
  /// Who is signed in, now and from now on. The first element is the present state. A token refresh of the same session is no
  /// event; a new session of the same user is one.
  func authEvents() -> AsyncStream<AuthEvent>
}

/// What happens to the user of an installation.
public enum AuthEvent: Sendable, Hashable {
  case signedIn(AuthUser)
  case signedOut(SignOutReason)
}

/// Why nobody is signed in any more.
public enum SignOutReason: String, Sendable, Hashable {
  case userInitiated, sessionExpired, accountDeleted, unknown
}
