/// One user, from beginning to end: for a program of one's own on a machine.
public struct StaticAuthProvider: AuthProvider {
  private let user: AuthUser

  public init(_ user: AuthUser) { self.user = user }

  public func authEvents() -> AsyncStream<AuthEvent> { AsyncStream { $0.yield(.signedIn(user)) } }
}
