/// What a `DeviceStore` has to say when it cannot do what it was asked for.
public enum DeviceStoreError: Error, Sendable, CustomStringConvertible {
  case permissionDenied
  /// `unsubscribe()` came first.
  case unsubscribed
  case invalidUserID
  case invalidDeviceID
  /// A path of the configuration is empty or no legal path.
  case invalidCollectionPath(String)
  /// The record could not be removed; it will be, if the user still is signed in when that becomes possible. The app may sign out.
  case removalPending(underlying: any Error)
  /// The database said no; trying again changes nothing.
  case writeRejected(code: String)
  case offline
  case timeout
  case cacheUnavailable(String)
  case settingsTooLarge(String)
  case invalidSettingKey(String)
  /// What a server of one's own has answered.
  case server(status: Int, code: String)
  /// There is no SHA-256 in this build.
  case hashingUnavailable

  public var description: String {
    switch self {
    case .permissionDenied: "permissionDenied: the user does not let the app notify; the system's settings can change that"
    case .unsubscribed: "unsubscribed: unsubscribe() was called meanwhile; subscribe again"
    case .invalidUserID: "invalidUserID: the id of the user is no legal key of the database, so nothing was written"
    case .invalidDeviceID: "invalidDeviceID: an id of a device has 8 to 64 of A-Z a-z 0-9 _ -, and not digits only"
    case .invalidCollectionPath(let path): "invalidCollectionPath: \"\(path)\" is no place for records; name one or more legal keys"
    case .removalPending(let error): "removalPending: the record could not be removed yet (\(error)); the app may sign out all the same"
    case .writeRejected(let code): "writeRejected: the database refused with \(code); look at its rules"
    case .offline: "offline: the database cannot be reached; try again when it can"
    case .timeout: "timeout: there was no answer in time; try again"
    case .cacheUnavailable(let reason): "cacheUnavailable: \(reason); without its cache the device is a new one at each start"
    case .settingsTooLarge(let reason): "settingsTooLarge: \(reason)"
    case .invalidSettingKey(let key): "invalidSettingKey: \"\(key)\"; a name has 1 to 128 characters, none of . # $ [ ] /"
    case .server(let status, let code): "server: it answered \(status) \(code)"
    case .hashingUnavailable: "hashingUnavailable: this build has no SHA-256; build with the trait Crypto"
    }
  }
}
