/// For programs that receive what is sent to them over their connection to the database: a token of their own making, which nobody
/// can guess, says where.
public final class InboxMessagingProvider: MessagingProvider {
  private let token: Watched<PushToken?>

  /// - Parameter token: one that was made earlier and kept; by default a new one, of 256 random bits.
  public init(token: String? = nil) {
    self.token = Watched(PushToken(token ?? SecretBytes.base64URL(SecretBytes.make(32)), provider: "inbox"))
  }

  /// The token, to listen for what is sent to it.
  public var currentToken: PushToken? { token.value }

  public func requestPermission() async -> NotificationPermission { .authorized }
  public func permissionStatus() async -> NotificationPermission { .authorized }
  public func permissionChanges() -> AsyncStream<NotificationPermission> { AsyncStream { _ in } }
  public func tokens() -> AsyncStream<PushToken?> { token.values() }
  public func deleteToken() async throws { token.set(nil) }
}
