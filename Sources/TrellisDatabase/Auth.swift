public import TrellisTree

/// Who asks: what an `AccessPolicy` decides by.
///
/// ```swift
/// let alice = database.as(Auth(uid: "alice", claims: ["role": "editor"]))
/// ```
public struct Auth: Sendable, Hashable {
  public var uid: String
  /// What is known of the user beyond the id.
  public var claims: Tree

  public init(uid: String, claims: Tree = .null) {
    self.uid = uid
    self.claims = claims
  }
}
