/// Says what device this is.
public protocol DeviceInfoProvider: Sendable {
  func current() -> DeviceInfo
  /// What it becomes: another name, version, language or zone.
  func changes() -> AsyncStream<DeviceInfo>
  /// What differs from machine to machine, so that a cache copied to another one is found out; nil turns that off.
  var installationFingerprint: String? { get }
}
