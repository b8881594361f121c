/// What a subscription begins with.
public struct SubscriptionResult: Sendable, Hashable {
  /// When it is denied, the device is registered all the same (`PermissionPolicy.registerWithoutToken`), mostly without a token.
  public let permission: NotificationPermission
}
