/// For programs that nothing is pushed to: their devices are registered without a token.
public struct NoMessagingProvider: MessagingProvider {
  public init() {}

  public func requestPermission() async -> NotificationPermission { .denied }
  public func permissionStatus() async -> NotificationPermission { .denied }
  public func permissionChanges() -> AsyncStream<NotificationPermission> { AsyncStream { _ in } }
  public func tokens() -> AsyncStream<PushToken?> { AsyncStream { $0.yield(nil) } }
  public func deleteToken() async throws {}
}
