public import TrellisModel

/// What kind of device a record is of. An open set: a value that this version does not know is kept as it is.
///
/// ```swift
/// let phones = member.devices.filter { $0.type == .iOS || $0.type == .android }
/// ```
public struct DeviceType: RawRepresentable, Hashable, Sendable, FieldValue, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let iOS = DeviceType(rawValue: "iOS")
  public static let iPadOS = DeviceType(rawValue: "iPadOS")
  public static let macOS = DeviceType(rawValue: "macOS")
  public static let tvOS = DeviceType(rawValue: "tvOS")
  public static let watchOS = DeviceType(rawValue: "watchOS")
  public static let visionOS = DeviceType(rawValue: "visionOS")
  public static let android = DeviceType(rawValue: "Android")
  public static let web = DeviceType(rawValue: "Web")
  public static let linux = DeviceType(rawValue: "Linux")
  public static let windows = DeviceType(rawValue: "Windows")
  public static let other = DeviceType(rawValue: "Other")

  public var description: String { rawValue }
}
