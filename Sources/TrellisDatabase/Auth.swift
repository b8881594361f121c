/// Who asks: what an `AccessPolicy` decides by.
///
/// ```swift
/// let alice = database.as(Auth(uid: "alice", token: ["role": "editor"]))
/// ```
public struct Auth: Sendable, Hashable {
  public var uid: String { didSet { claim = Self.claim(uid, provider, token) } }
  /// How the user has signed in: `"password"`, `"google.com"`, `"custom"` and others.
  public var provider: String? { didSet { claim = Self.claim(uid, provider, token) } }
  /// What is known of the user beyond that: the claims of the token.
  public var token: Claim { didSet { claim = Self.claim(uid, provider, token) } }
  /// All of it as rules see it, made once for all operations.
  package private(set) var claim: Claim
  /// Whether rules do not apply: for an app's own server, and for tools.
  public private(set) var isAdministrator = false

  public init(uid: String, provider: String? = nil, token: Claim = [:]) {
    self.uid = uid
    self.provider = provider
    self.token = token
    claim = Self.claim(uid, provider, token)
  }

  private static func claim(_ uid: String, _ provider: String?, _ token: Claim) -> Claim {
    .object([
      Claim.Member("uid", .string(uid)), Claim.Member("provider", provider.map { .string($0) } ?? .null), Claim.Member("token", token),
    ])
  }

  /// Somebody for whom rules do not apply.
  public static let administrator: Auth = {
    var auth = Auth(uid: "administrator")
    auth.isAdministrator = true
    return auth
  }()
}
