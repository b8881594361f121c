import TrellisTree

/// A messaging provider that a program feeds: with what a push service told it, or with anything in a test.
///
/// ```swift
/// let messaging = ManualMessagingProvider(permission: .authorized)
/// messaging.setToken(PushToken(text))
/// ```
public final class ManualMessagingProvider: MessagingProvider {
  private let permission: Watched<NotificationPermission>
  private let token: Watched<PushToken?>
  private let answer: @Sendable () async -> NotificationPermission

  /// - Parameter answer: what the user says when they are asked.
  public init(
    permission: NotificationPermission = .notDetermined, token: PushToken? = nil,
    answer: @escaping @Sendable () async -> NotificationPermission = { .authorized }
  ) {
    self.permission = Watched(permission)
    self.token = Watched(token)
    self.answer = answer
  }

  /// Nil withdraws it.
  public func setToken(_ token: PushToken?) { self.token.set(token) }
  public func setPermission(_ permission: NotificationPermission) { self.permission.set(permission) }

  public func requestPermission() async -> NotificationPermission {
    let decided = await answer()
    permission.set(decided)
    return decided
  }

  public func permissionStatus() async -> NotificationPermission { permission.value }
  public func permissionChanges() -> AsyncStream<NotificationPermission> { permission.values() }
  public func tokens() -> AsyncStream<PushToken?> { token.values() }
  public func deleteToken() async throws { token.set(nil) }
}
