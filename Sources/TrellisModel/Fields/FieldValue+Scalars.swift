public import TrellisPages
public import TrellisTree

extension String: FieldValue {
  public typealias Stored = String
  public static var plainKinds: FieldKinds { .string }
  @inlinable public init?(field node: TreeSnapshot, keys: KeyStrategy) {
    guard let value = node.string else { return nil }
    self = value
  }
  @inlinable public static func output(of node: TreeSnapshot, at key: TreeKey, keys: KeyStrategy) -> String? { node.string(at: key) }
  @inlinable public func fieldTree(keys: KeyStrategy) -> Tree { .string(self) }
}

extension Bool: FieldValue {
  public typealias Stored = Bool
  public static var plainKinds: FieldKinds { .bool }
  @inlinable public init?(field node: TreeSnapshot, keys: KeyStrategy) {
    guard let value = node.bool else { return nil }
    self = value
  }
  @inlinable public static func output(of node: TreeSnapshot, at key: TreeKey, keys: KeyStrategy) -> Bool? { node.bool(at: key) }
  @inlinable public func fieldTree(keys: KeyStrategy) -> Tree { .bool(self) }
}

extension Double: FieldValue {
  public typealias Stored = Double
  public static var plainKinds: FieldKinds { [.double, .integer] }
  @inlinable public init?(field node: TreeSnapshot, keys: KeyStrategy) {
    guard let value = node.double else { return nil }
    self = value
  }
  @inlinable public static func output(of node: TreeSnapshot, at key: TreeKey, keys: KeyStrategy) -> Double? { node.double(at: key) }
  @inlinable public func fieldTree(keys: KeyStrategy) -> Tree { .double(self) }
}

/// A number beyond its range is not of the type; one with more digits is rounded.
extension Float: FieldValue {
  public typealias Stored = Float
  public static var plainKinds: FieldKinds { .integer }
  @inlinable public init?(field node: TreeSnapshot, keys: KeyStrategy) {
    guard let value = node.double.map({ Float($0) }), value.isFinite else { return nil }
    self = value
  }
  @inlinable public func fieldTree(keys: KeyStrategy) -> Tree { .double(Double(self)) }
}

/// Integers: a fraction, or a number that does not fit, is not of the type.
extension FieldValue where Self: FixedWidthInteger & Codable {
  @inlinable public init?(field node: TreeSnapshot, keys: KeyStrategy) {
    guard let value = node.int, let exact = Self(exactly: value) else { return nil }
    self = exact
  }
  @inlinable public static func output(of node: TreeSnapshot, at key: TreeKey, keys: KeyStrategy) -> Self? {
    node.int(at: key).flatMap { Self(exactly: $0) }
  }
  public func fieldTree(keys: KeyStrategy) throws -> Tree {
    try TreeEncoder().encode(Int64(exactly: self).map(Integer.fits) ?? .large("\(self)"))
  }
}

/// An integer on its way into the tree.
private enum Integer: Encodable {
  case fits(Int64)
  case large(String)

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .fits(let value): try container.encode(value)
    case .large(let text):
      throw EncodingError.invalidValue(
        text,
        EncodingError.Context(codingPath: [], debugDescription: "the integer \(text) needs more than 64 bits with sign; store it as text"))
    }
  }
}

extension Int: FieldValue {
  public typealias Stored = Int
  public static var plainKinds: FieldKinds { .integer }
}
extension Int8: FieldValue { public typealias Stored = Int8 }
extension Int16: FieldValue { public typealias Stored = Int16 }
extension Int32: FieldValue { public typealias Stored = Int32 }
extension Int64: FieldValue {
  public typealias Stored = Int64
  public static var plainKinds: FieldKinds { .integer }
}
extension UInt: FieldValue { public typealias Stored = UInt }
extension UInt8: FieldValue { public typealias Stored = UInt8 }
extension UInt16: FieldValue { public typealias Stored = UInt16 }
extension UInt32: FieldValue { public typealias Stored = UInt32 }
extension UInt64: FieldValue { public typealias Stored = UInt64 }

extension Tree: FieldValue {
  public typealias Stored = Tree
  public static var plainKinds: FieldKinds { [.bool, .integer, .double, .string, .branch] }
  public init?(field node: TreeSnapshot, keys: KeyStrategy) {
    guard node.exists else { return nil }
    self = node.tree
  }
  public func fieldTree(keys: KeyStrategy) -> Tree { self }
}
