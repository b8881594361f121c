public import TrellisTree

/// What a push service reaches an installation by.
public struct PushToken: Sendable, Hashable {
  public let value: String
  /// Whose token it is: `fcm`, `apns`, `apns-sandbox`, `sns`, `webpush`, `inbox`, or another.
  public let provider: String

  public static let fcm = "fcm"

  public init(_ value: String, provider: String = PushToken.fcm) {
    self.value = value
    self.provider = provider
  }

  /// Whether it can be stored: 1 to 4096 characters, of a provider with a name.
  var isStorable: Bool { (1...4096).contains(value.utf16.count) && (1...32).contains(provider.utf16.count) }

  // Tokens are texts of a service's, and equal when their characters are the same.
  public static func == (a: PushToken, b: PushToken) -> Bool {
    a.value.utf8.elementsEqual(b.value.utf8) && a.provider.utf8.elementsEqual(b.provider.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in value.utf8 { hasher.combine(byte) }
  }
}

extension PushToken {
  /// The token's key in the index: SHA-256 of provider, colon and token, in hexadecimal. It may be longer than keys can be, and
  /// the index must not show tokens. (Device store §1.2.)
  ///
  /// - Throws: `hashingUnavailable` in a build without the trait `Crypto` where there is no CryptoKit.
  public var key: TreeKey { get throws { TreeKey(unchecked: try Hash.sha256("\(provider):\(value)")) } }
}
