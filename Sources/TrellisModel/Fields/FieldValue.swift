public import TrellisPages
public import TrellisTree

/// A type that a field can hold.
///
/// Booleans, integers, `Double`, `Float`, `String`, `Date`, `Data`, `URL`, `UUID`, `TreeKey`, `Tree`, `ServerTime`, and arrays and
/// dictionaries of `Codable` values are field values. Your own types need one line:
///
/// ```swift
/// enum Style: String, FieldValue { case graffiti, mosaic }             // stored as its raw value
/// struct Address: Codable, FieldValue { var city: String }             // stored as a branch
/// ```
public protocol FieldValue: FieldOutput where Stored == Self {
  /// Reads what stands at a place; nil when nothing is there, or nothing of this type.
  init?(field node: TreeSnapshot, keys: KeyStrategy)

  /// The value as it is stored.
  func fieldTree(keys: KeyStrategy) throws -> Tree

  /// Kinds of stored values that can always be read. Others are tried, which takes longer; so a type need not say.
  static var plainKinds: FieldKinds { get }
}

/// What can be stored at a place.
public struct FieldKinds: OptionSet, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let bool = FieldKinds(.bool)
  public static let integer = FieldKinds(.integer)
  public static let double = FieldKinds(.double)
  public static let string = FieldKinds(.string)
  public static let branch = FieldKinds(.branch)

  init(_ kind: StoredKind) { rawValue = 1 << kind.rawValue }
}

/// What a field property gives: a field value, or an optional one. Types adopt `FieldValue`, not this.
public protocol FieldOutput: Sendable {
  associatedtype Stored: FieldValue

  /// What a node reads as; nil when nothing is there, or nothing of the type.
  static func output(of node: TreeSnapshot, keys: KeyStrategy) -> Self?

  /// The same for a child of the node; types that are read often need not make a snapshot of the child.
  static func output(of node: TreeSnapshot, at key: TreeKey, keys: KeyStrategy) -> Self?

  func outputTree(keys: KeyStrategy) throws -> Tree
}

extension FieldValue {
  public static var plainKinds: FieldKinds { [] }

  @inlinable
  public static func output(of node: TreeSnapshot, keys: KeyStrategy) -> Self? { Self(field: node, keys: keys) }

  @inlinable
  public static func output(of node: TreeSnapshot, at key: TreeKey, keys: KeyStrategy) -> Self? { Self(field: node[key], keys: keys) }

  @inlinable
  public func outputTree(keys: KeyStrategy) throws -> Tree { try fieldTree(keys: keys) }
}

extension Optional: FieldOutput where Wrapped: FieldValue {
  public typealias Stored = Wrapped

  @inlinable
  public static func output(of node: TreeSnapshot, keys: KeyStrategy) -> Wrapped?? {
    Wrapped.output(of: node, keys: keys).map { .some($0) }
  }

  @inlinable
  public static func output(of node: TreeSnapshot, at key: TreeKey, keys: KeyStrategy) -> Wrapped?? {
    Wrapped.output(of: node, at: key, keys: keys).map { .some($0) }
  }

  @inlinable
  public func outputTree(keys: KeyStrategy) throws -> Tree { try self?.fieldTree(keys: keys) ?? .null }
}

// MARK: Types that adopt it in one line

extension FieldValue where Self: Codable {
  public init?(field node: TreeSnapshot, keys: KeyStrategy) {
    guard node.exists else { return nil }
    do { self = try node.decode(Self.self, keys: keys) } catch { return nil }
  }

  public func fieldTree(keys: KeyStrategy) throws -> Tree { try TreeEncoder(keys: keys).encode(self) }
}

extension FieldValue where Self: RawRepresentable, RawValue: FieldValue {
  public init?(field node: TreeSnapshot, keys: KeyStrategy) {
    guard let rawValue = RawValue(field: node, keys: keys) else { return nil }
    self.init(rawValue: rawValue)
  }

  public func fieldTree(keys: KeyStrategy) throws -> Tree { try rawValue.fieldTree(keys: keys) }
}

extension FieldValue where Self: RawRepresentable & Codable, RawValue: FieldValue {
  public init?(field node: TreeSnapshot, keys: KeyStrategy) {
    guard let rawValue = RawValue(field: node, keys: keys) else { return nil }
    self.init(rawValue: rawValue)
  }

  public func fieldTree(keys: KeyStrategy) throws -> Tree { try rawValue.fieldTree(keys: keys) }
}
