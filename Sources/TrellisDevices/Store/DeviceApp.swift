public import TrellisDatabase

/// Everything that a `DeviceStore` works with, in one value: what apps that used the Firebase device store had in their `FirebaseApp`.
public struct DeviceApp: Sendable {
  public var database: Database
  public var auth: any AuthProvider
  public var messaging: any MessagingProvider
  public var deviceInfo: any DeviceInfoProvider
  public var cache: any DeviceCache
  public var configuration: DeviceStoreConfiguration

  public init(
    database: Database, auth: any AuthProvider, messaging: any MessagingProvider, deviceInfo: any DeviceInfoProvider,
    cache: any DeviceCache, configuration: DeviceStoreConfiguration = DeviceStoreConfiguration()
  ) {
    self.database = database
    self.auth = auth
    self.messaging = messaging
    self.deviceInfo = deviceInfo
    self.cache = cache
    self.configuration = configuration
  }
}
