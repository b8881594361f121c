/// What an installation says about itself.
public struct DeviceInfo: Sendable, Hashable {
  /// What the user calls the device.
  public var name: String
  /// Name and version together: `iOS 17.4`.
  public var os: String
  public var type: DeviceType
  /// Of browsers only.
  public var userAgent: String?
  public var appVersion: String?
  public var osVersion: String?
  /// A BCP 47 tag: `en-GB`.
  public var locale: String?
  /// An IANA name: `Europe/London`.
  public var timezone: String?

  public init(
    name: String, os: String, type: DeviceType, userAgent: String? = nil, appVersion: String? = nil, osVersion: String? = nil,
    locale: String? = nil, timezone: String? = nil
  ) {
    self.name = name
    self.os = os
    self.type = type
    self.userAgent = userAgent
    self.appVersion = appVersion
    self.osVersion = osVersion
    self.locale = locale
    self.timezone = timezone
  }
}
