/// Asks for permission to notify, and has the token that pushes reach the installation by.
public protocol MessagingProvider: Sendable {
  /// Asks the user, and answers what has been decided.
  func requestPermission() async -> NotificationPermission
  func permissionStatus() async -> NotificationPermission
  /// What it becomes, when it changes outside of `requestPermission`.
  func permissionChanges() -> AsyncStream<NotificationPermission>
  /// The token, beginning with the present one; nil when there is none, or none any more. The same one may come again.
  func tokens() -> AsyncStream<PushToken?>
  /// Makes the present token invalid at the service.
  func deleteToken() async throws
}
