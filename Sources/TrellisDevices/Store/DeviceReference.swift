/// One device of one user.
public struct DeviceReference: Sendable, Hashable, CustomStringConvertible {
  public let userID: String
  public let deviceID: String

  public init(userID: String, deviceID: String) {
    self.userID = userID
    self.deviceID = deviceID
  }

  public var description: String { "\(userID)/\(deviceID)" }
}
