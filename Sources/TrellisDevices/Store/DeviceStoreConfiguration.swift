import TrellisTree

/// How a `DeviceStore` works.
public struct DeviceStoreConfiguration: Sendable {
  public enum PermissionPolicy: Sendable {
    /// A user who may not be notified is registered all the same, mostly without a token.
    case registerWithoutToken
    /// Without permission nothing is registered.
    case requirePermission
  }

  public enum SignOutPolicy: Sendable {
    /// The record goes.
    case remove
    /// The record stays, without a token, and says so.
    case markLoggedOut
  }

  public enum SettingsScope: Sendable {
    /// Settings are the device's, whoever signs in.
    case device
    /// Settings are of a user on a device, and gone when they sign out.
    case userDevice
  }

  /// Where the records are. One or more keys, `apps/murals/user-devices`.
  public var collectionPath = "user-devices"
  /// Where it says whose a token is; one place for all collections of a database.
  public var indexPath = "push-tokens"
  /// Where a server of one's own keeps installations.
  public var installationsPath = "device-installations"
  public var permissionPolicy = PermissionPolicy.registerWithoutToken
  public var signOutPolicy = SignOutPolicy.remove
  public var settingsScope = SettingsScope.device
  /// How long after the last acknowledged write coming to the foreground is worth another.
  public var heartbeatInterval: Duration = .seconds(24 * 3600)
  /// How long `signOut` may take.
  public var signOutTimeout: Duration = .seconds(10)
  /// How long it waits before it first tries again; each time twice as long, up to the longest, times a random part of it.
  public var firstBackoff: Duration = .seconds(1)
  public var longestBackoff: Duration = .seconds(300)
  /// Whether the token is made invalid at its service when signing out could not remove the record.
  public var deleteTokenOnPendingSignOut = false
  /// What calls completion handlers: the main actor on Apple's platforms, else whoever is done.
  public var completionExecutor: @Sendable (@escaping @Sendable () -> Void) -> Void = Self.standardExecutor

  /// Told of each event at once, under a lock: for tests.
  package var tap: (@Sendable (DeviceStoreEvent) -> Void)?

  public init() {}

  #if canImport(Darwin)
    private static let standardExecutor: @Sendable (@escaping @Sendable () -> Void) -> Void = { body in Task { @MainActor in body() } }
  #else
    private static let standardExecutor: @Sendable (@escaping @Sendable () -> Void) -> Void = { body in body() }
  #endif
}

/// The places of a configuration, checked.
struct DevicePaths: Sendable {
  let collection: TreePath
  let index: TreePath
  let installations: TreePath

  init(_ configuration: DeviceStoreConfiguration) throws(DeviceStoreError) {
    collection = try Self.path(configuration.collectionPath)
    index = try Self.path(configuration.indexPath)
    installations = try Self.path(configuration.installationsPath)
  }

  private static func path(_ text: String) throws(DeviceStoreError) -> TreePath {
    guard let path = try? TreePath(text), !path.isRoot, !path.isInfo else { throw .invalidCollectionPath(text) }
    return path
  }

  func user(_ id: TreeKey) -> TreePath { collection.appending(id) }
  func devices(_ user: TreeKey) -> TreePath { self.user(user).appending("devices") }
  func device(_ user: TreeKey, _ device: TreeKey) -> TreePath { devices(user).appending(device) }
  func revoked(_ user: TreeKey, _ device: TreeKey) -> TreePath { TreePath(self.user(user).keys + ["revoked", device]) }
  func entry(_ tokenKey: TreeKey) -> TreePath { index.appending(tokenKey) }
}
