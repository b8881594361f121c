import TrellisTree

/// What an installation believes that the database holds of it.
struct CachedRegistration: Sendable, Hashable {
  var userID: TreeKey
  var deviceID: String
  /// Of the token that the record has; nil without one.
  var tokenKey: TreeKey?
  /// Provider and time of the claim, by the database's clock: what tells this entry of the index from a later one.
  var provider: String?
  var claimedAt: Int64?

  init(userID: TreeKey, deviceID: String, tokenKey: TreeKey?, provider: String? = nil, claimedAt: Int64? = nil) {
    self.userID = userID
    self.deviceID = deviceID
    self.tokenKey = tokenKey
    self.provider = provider
    self.claimedAt = claimedAt
  }

  init?(_ tree: Tree) {
    guard let user = tree["userId"].string.flatMap({ try? TreeKey($0) }), let device = tree["deviceId"].string else { return nil }
    self.init(
      userID: user, deviceID: device, tokenKey: tree["tokenKey"].string.flatMap { try? TreeKey($0) },
      provider: tree["provider"].string, claimedAt: tree["claimedAt"].int)
  }

  var tree: Tree {
    [
      "userId": .string(userID.text), "deviceId": .string(deviceID), "tokenKey": tokenKey.map { .string($0.text) } ?? .null,
      "provider": provider.map { .string($0) } ?? .null, "claimedAt": claimedAt.map { .int($0) } ?? .null,
    ]
  }
}

extension CachedRegistration {
  /// What lets go of the token's entry in the index, if that is still the one that was claimed then: nil without a token.
  func release(_ paths: DevicePaths) throws -> TreeWrite? {
    guard let tokenKey else { return nil }
    let entry = paths.entry(tokenKey)
    var write = try TreeWrite.remove(entry)
    if let provider, let claimedAt {
      write.condition = .equals(Self.entry(userID, deviceID, provider, .int(claimedAt)), at: entry)
    } else {
      write.condition = .equals(.string(deviceID), at: entry.appending("deviceId"))
    }
    return write
  }

  static func entry(_ userID: TreeKey, _ deviceID: String, _ provider: String, _ time: Tree) -> Tree {
    ["userId": .string(userID.text), "deviceId": .string(deviceID), "provider": .string(provider), "updatedAt": time]
  }
}
