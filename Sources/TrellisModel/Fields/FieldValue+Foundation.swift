public import TrellisTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Stored as `TreeEncoder` stores them: dates as whole milliseconds since 1970, data as Base64, URLs and UUIDs as text.

extension Date: FieldValue {
  public typealias Stored = Date
}

extension Data: FieldValue {
  public typealias Stored = Data
}

extension URL: FieldValue {
  public typealias Stored = URL
}

extension UUID: FieldValue {
  public typealias Stored = UUID
}

extension TreeKey: FieldValue {
  public typealias Stored = TreeKey
}

/// An empty array stores nothing (data model §1.1), so its field needs a default: `= []`.
extension Array: FieldOutput, FieldValue where Element: FieldValue & Codable {
  public typealias Stored = [Element]
}

/// An empty dictionary stores nothing, so its field needs a default: `= [:]`. With text keys of users' making, say `@Field("members", keys: .escaped)`.
extension Dictionary: FieldOutput, FieldValue where Key: FieldValue & Codable, Value: FieldValue & Codable {
  public typealias Stored = [Key: Value]
}
