/// What happens to the registration of an installation.
public enum DeviceStoreEvent: Sendable, Hashable {
  /// A full record has been acknowledged.
  case registered(DeviceReference)
  /// Some fields have; none of them for a sign of life.
  case updated(DeviceReference, fields: [String])
  /// A removal that was asked for has been acknowledged.
  case removed(DeviceReference)
  /// It could not be made yet.
  case removalPending(DeviceReference)
  /// Somebody else has removed the record: it is not written again before a new session, a new subscription or `resume()`.
  case removedRemotely(DeviceReference)
  /// The user is gone, and `signOut` was not called: the record stays, and so do pushes to it.
  case unexpectedSignOut(userID: String, reason: SignOutReason)
  case permissionChanged(NotificationPermission)
  /// A write has failed; it is tried again by itself, or not before something changes.
  case writeFailed(code: String, retry: Bool)
  /// So many records of a list have been given their keys.
  case migrated(userID: String, count: Int)
  case identityReset(IdentityReset)
  /// Somebody else has changed these settings.
  case settingsChanged(keys: [String])
  /// A server of one's own knows another user than the one signed in here.
  case sessionMismatch
  /// The cache cannot be used; told once.
  case cacheUnavailable(reason: String)
}

/// Why an installation has a new id.
public enum IdentityReset: String, Sendable, Hashable {
  /// Its cache was copied from another machine.
  case clonedCache
  /// Its cache could not be read.
  case cacheLost
}
