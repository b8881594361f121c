#if canImport(CryptoKit)
  import CryptoKit
#elseif Crypto
  import CCrypto
#endif

/// SHA-256, by the system's library.
enum Hash {
  /// Lower-case hexadecimal, of a text's UTF-8.
  static func sha256(_ text: String) throws(DeviceStoreError) -> String { hexadecimal(try sha256(Array(text.utf8))) }

  #if canImport(CryptoKit)
    static let isAvailable = true

    static func sha256(_ bytes: [UInt8]) throws(DeviceStoreError) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
  #elseif Crypto
    static let isAvailable = true

    static func sha256(_ bytes: [UInt8]) throws(DeviceStoreError) -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
      guard SHA256(bytes, bytes.count, &digest) != nil else { throw .hashingUnavailable }
      return digest
    }
  #else
    static let isAvailable = false

    static func sha256(_ bytes: [UInt8]) throws(DeviceStoreError) -> [UInt8] { throw .hashingUnavailable }
  #endif

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
