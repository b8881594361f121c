public import TrellisModel
public import TrellisTree

/// One installation of the app under one user: a record that `DeviceStore` keeps. (Device store §1.3.)
///
/// ```swift
/// class AppDevice: Device {
///   @Field("batteryLevel") var batteryLevel: Double?      // fields of yours stay when the store writes its own
/// }
/// ```
/// Records of the first published forms, with only `deviceId`, `fcmToken`, `name`, `os` and `type`, are read too. The store writes
/// the fields below by itself; assign only fields that you have added, and let the rules allow them.
///
/// ## Topics
/// - What it is: `deviceId`, `name`, `os`, `type`, `userAgent`, `appVersion`, `osVersion`, `locale`, `timezone`
/// - How it is reached: `fcmToken`, `pushProvider`, `pushEndpoint`, `notificationPermission`, `tokenUpdatedAt`
/// - Whether it is there: `loggedIn`, `createdAt`, `lastSeenAt`
/// - What it is set to: `settings`
open class Device: Model, PropertyWritable, Deletable {
  /// Devices are parts of users: this is where those are.
  open class var collection: TreePath { "user-devices" }

  @Field("deviceId") public private(set) var deviceId: String?
  @Field("name") public private(set) var name: String?
  /// Name and version together.
  @Field("os") public private(set) var os: String?
  @Field("type") public private(set) var type: DeviceType?
  /// Of browsers only.
  @Field("userAgent") public private(set) var userAgent: String?
  @Field("appVersion") public private(set) var appVersion: String?
  @Field("osVersion") public private(set) var osVersion: String?
  /// A BCP 47 tag, `en-GB`.
  @Field("locale") public private(set) var locale: String?
  /// An IANA name, `Europe/London`.
  @Field("timezone") public private(set) var timezone: String?
  /// The push token, of whatever provider; nil when there is none. Whether it may be sent to is for the index to say.
  @Field("fcmToken") public private(set) var fcmToken: String?
  @Field("pushProvider") private var storedProvider: String?
  /// What a push service of the server's calls the token.
  @Field("pushEndpoint") public private(set) var pushEndpoint: String?
  @Field("notificationPermission") public private(set) var notificationPermission: NotificationPermission?
  /// False only where signing out marks records instead of removing them.
  @Field("loggedIn") public private(set) var loggedIn = true
  @Field("createdAt") public private(set) var createdAt: ServerTime?
  /// When the installation last wrote.
  @Field("lastSeenAt") public private(set) var lastSeenAt: ServerTime?
  /// When the installation last confirmed its token.
  @Field("tokenUpdatedAt") public private(set) var tokenUpdatedAt: ServerTime?
  /// What was set on the device by `DeviceSettings`; null when nothing was.
  @Field("settings") public private(set) var settings: Tree = .null

  /// Whose token it is; a token that names nobody is one of FCM's, as in records of earlier versions.
  public var pushProvider: String? { storedProvider ?? fcmToken.map { _ in PushToken.fcm } }

  /// Whether the user would see an alert.
  public var showsAlerts: Bool { notificationPermission?.isGranted ?? true }
}
