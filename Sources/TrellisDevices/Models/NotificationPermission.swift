public import TrellisModel

/// Whether the user lets the app show notifications.
public enum NotificationPermission: String, Hashable, Sendable, FieldValue {
  case notDetermined, denied, authorized, provisional, ephemeral

  /// Whether something can be shown.
  public var isGranted: Bool { self != .notDetermined && self != .denied }
}
