#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Turns trees into `Decodable` values; the other half of `TreeEncoder`, whose table says what becomes what.
///
/// ```swift
/// let address = try TreeDecoder().decode(Address.self, from: tree)
/// ```
/// What is missing reads as nil, as an empty array or as an empty dictionary. A whole number reads as integer and as
/// double, a fraction never as integer; booleans are no numbers. Two stored keys that are one key to a Swift dictionary
/// (`é` in its two spellings) are an error, not a loss. From a snapshot, use `snapshot.decode(_:)`, which makes no copy.
public struct TreeDecoder: Sendable {
  public var keys: KeyStrategy
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  public init(keys: KeyStrategy = .plain) { self.keys = keys }

  /// - Throws: `DecodingError` with the coding path, or what a type's own `init(from:)` throws.
  public func decode<Value: Decodable>(_ type: Value.Type, from tree: Tree) throws -> Value {
    try decode(type, fromNode: tree)
  }

  package func decode<Value: Decodable>(_ type: Value.Type, fromNode node: some TreeReading) throws -> Value {
    try DecodingNode(node: node, codingPath: [], keys: keys, userInfo: userInfo).unbox(type)
  }
}

/// The decoder that a value sees: one node and how it was reached.
struct DecodingNode<Node: TreeReading>: Decoder {
  let node: Node
  let codingPath: [any CodingKey]
  let keys: KeyStrategy
  let sharedInfo: [CodingUserInfoKey: any Sendable]

  init(node: Node, codingPath: [any CodingKey], keys: KeyStrategy, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.node = node
    self.codingPath = codingPath
    self.keys = keys
    sharedInfo = userInfo
  }

  var userInfo: [CodingUserInfoKey: Any] { sharedInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if node.scalar != nil { throw mismatch([String: Any].self, "a branch") }
    return KeyedDecodingContainer(KeyedTreeDecoding<Key, Node>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try ListTreeDecoding(decoder: self) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleTreeDecoding(decoder: self) }

  func child(_ key: any CodingKey) throws -> DecodingNode {
    do throws(TreePath.Invalid) {
      return at(node.child(try keys.key(key.stringValue)), key)
    } catch {
      throw corrupted("the coding key is no legal key: \(error.description)")
    }
  }

  func at(_ node: Node, _ key: any CodingKey) -> DecodingNode {
    DecodingNode(node: node, codingPath: codingPath + [key], keys: keys, userInfo: sharedInfo)
  }
}

// MARK: Values

extension DecodingNode {
  func unbox(_ type: Bool.Type) throws -> Bool {
    if case .bool(let value)? = node.scalar { return value }
    throw mismatch(type, "a boolean")
  }

  func unbox(_ type: String.Type) throws -> String {
    if case .string(let value)? = node.scalar { return value }
    throw mismatch(type, "a string")
  }

  func unbox(_ type: Double.Type) throws -> Double {
    switch node.scalar {
    case .double(let value)?: return value
    case .int(let value)?: return Double(value)
    default: throw mismatch(type, "a number")
    }
  }

  func unbox(_ type: Float.Type) throws -> Float {
    let value = Float(try unbox(Double.self))
    if value.isFinite { return value }
    throw mismatch(type, "a number that fits")
  }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    switch node.scalar {
    case .int(let value)?:
      if let integer = Integer(exactly: value) { return integer }
    case .double(let value)?:
      if let integer = Integer(exactly: value) { return integer }
    default: throw mismatch(type, "a whole number")
    }
    throw mismatch(type, "a whole number that fits")
  }

  func unbox<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value: Any
    switch type {
    case is Date.Type: value = Date(timeIntervalSince1970: try unbox(Double.self) / 1000)
    case is Data.Type:
      guard let data = Data(base64Encoded: try unbox(String.self)) else { throw corrupted("the text is not Base64") }
      value = data
    case is URL.Type:
      guard let url = URL(string: try unbox(String.self)) else { throw corrupted("the text is not a URL") }
      value = url
    case is Tree.Type: value = node.tree
    case let dictionary as any KeyedByText.Type: value = try dictionary.decode(self)
    default: return try Value(from: self)
    }
    guard let result = value as? Value else { throw corrupted("\(type) cannot be decoded") }
    return result
  }

  func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "\(expected) is expected at \(place), but there is \(found)")
    return node.exists ? .typeMismatch(type, context) : .valueNotFound(type, context)
  }

  func corrupted(_ message: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: "at \(place): \(message)"))
  }

  private var place: String { "/" + codingPath.map(\.stringValue).joined(separator: "/") }

  private var found: String {
    guard node.exists else { return "nothing" }
    guard let scalar = node.scalar else { return "a branch with \(node.count) children" }
    let text = scalar.description
    return text.utf8.count <= 60 ? text : "\(text.prefix(40))…"
  }
}

/// Dictionaries whose keys are made of stored keys. Two stored keys can make one: `é` in its two spellings is one `String`,
/// `1` and `01` are one `Int`.
private protocol KeyedByText {
  static func decode<Node: TreeReading>(_ decoder: DecodingNode<Node>) throws -> Any
}

extension Dictionary: KeyedByText where Key: Decodable, Value: Decodable {
  fileprivate static func decode<Node: TreeReading>(_ decoder: DecodingNode<Node>) throws -> Any {
    // Others are coded as lists of keys and values.
    guard let keyType = Key.self as? any CodingKeyRepresentable.Type else { return try Self(from: decoder) }
    if decoder.node.scalar != nil { throw decoder.mismatch(Self.self, "a branch") }
    var result: [Key: Value] = [:]
    result.reserveCapacity(decoder.node.count)
    try decoder.node.forEachChild { stored, node in
      guard let text = decoder.keys.text(stored) else { throw decoder.corrupted("the key \(stored) is no escaped key") }
      guard let key = keyType.init(codingKey: TextKey(text)) as? Key else {
        throw decoder.corrupted("the key \"\(text)\" cannot be read as \(Key.self)")
      }
      let value = try decoder.at(node, TextKey(text)).unbox(Value.self)
      if result.updateValue(value, forKey: key) != nil {
        throw decoder.corrupted(
          "two stored keys read \"\(text)\" and are one key to a Swift dictionary; decode [TreeKey: Value], or use the snapshot's children")
      }
    }
    return result
  }
}

/// A coding key of any text.
struct TextKey: CodingKey {
  let stringValue: String
  var intValue: Int? { Int(stringValue) }

  init(_ text: String) { stringValue = text }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { stringValue = String(intValue) }
}
