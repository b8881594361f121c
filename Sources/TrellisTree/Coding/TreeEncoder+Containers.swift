struct KeyedTreeEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodingNode
  var codingPath: [any CodingKey] { node.codingPath }

  func encodeNil(forKey key: Key) throws { _ = try node.child(key) }
  func encode(_ value: Bool, forKey key: Key) throws { try node.child(key).put(.bool(value)) }
  func encode(_ value: String, forKey key: Key) throws { try node.child(key).put(.string(value)) }
  func encode(_ value: Double, forKey key: Key) throws { try node.child(key).put(value) }
  func encode(_ value: Float, forKey key: Key) throws { try node.child(key).put(Double(value)) }
  func encode(_ value: Int, forKey key: Key) throws { try node.child(key).put(value) }
  func encode(_ value: Int8, forKey key: Key) throws { try node.child(key).put(value) }
  func encode(_ value: Int16, forKey key: Key) throws { try node.child(key).put(value) }
  func encode(_ value: Int32, forKey key: Key) throws { try node.child(key).put(value) }
  func encode(_ value: Int64, forKey key: Key) throws { try node.child(key).put(value) }
  func encode(_ value: UInt, forKey key: Key) throws { try node.child(key).put(value) }
  func encode(_ value: UInt8, forKey key: Key) throws { try node.child(key).put(value) }
  func encode(_ value: UInt16, forKey key: Key) throws { try node.child(key).put(value) }
  func encode(_ value: UInt32, forKey key: Key) throws { try node.child(key).put(value) }
  func encode(_ value: UInt64, forKey key: Key) throws { try node.child(key).put(value) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try node.child(key).box(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    let child = node.childKeepingError(key)
    child.slot.isNamed = true
    return child.container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { node.childKeepingError(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { node.childKeepingError(SuperKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { node.childKeepingError(key) }
}

struct ListTreeEncoding: UnkeyedEncodingContainer {
  let node: EncodingNode
  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int { node.slot.listCount }

  func encodeNil() throws { _ = node.element() }
  func encode(_ value: Bool) throws { node.element().put(.bool(value)) }
  func encode(_ value: String) throws { node.element().put(.string(value)) }
  func encode(_ value: Double) throws { try node.element().put(value) }
  func encode(_ value: Float) throws { try node.element().put(Double(value)) }
  func encode(_ value: Int) throws { try node.element().put(value) }
  func encode(_ value: Int8) throws { try node.element().put(value) }
  func encode(_ value: Int16) throws { try node.element().put(value) }
  func encode(_ value: Int32) throws { try node.element().put(value) }
  func encode(_ value: Int64) throws { try node.element().put(value) }
  func encode(_ value: UInt) throws { try node.element().put(value) }
  func encode(_ value: UInt8) throws { try node.element().put(value) }
  func encode(_ value: UInt16) throws { try node.element().put(value) }
  func encode(_ value: UInt32) throws { try node.element().put(value) }
  func encode(_ value: UInt64) throws { try node.element().put(value) }
  func encode(_ value: some Encodable) throws { try node.element().box(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    node.element().container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { node.element().unkeyedContainer() }
  func superEncoder() -> any Encoder { node.element() }
}

struct SingleTreeEncoding: SingleValueEncodingContainer {
  let node: EncodingNode
  var codingPath: [any CodingKey] { node.codingPath }

  func encodeNil() throws { node.put(.null) }
  func encode(_ value: Bool) throws { node.put(.bool(value)) }
  func encode(_ value: String) throws { node.put(.string(value)) }
  func encode(_ value: Double) throws { try node.put(value) }
  func encode(_ value: Float) throws { try node.put(Double(value)) }
  func encode(_ value: Int) throws { try node.put(value) }
  func encode(_ value: Int8) throws { try node.put(value) }
  func encode(_ value: Int16) throws { try node.put(value) }
  func encode(_ value: Int32) throws { try node.put(value) }
  func encode(_ value: Int64) throws { try node.put(value) }
  func encode(_ value: UInt) throws { try node.put(value) }
  func encode(_ value: UInt8) throws { try node.put(value) }
  func encode(_ value: UInt16) throws { try node.put(value) }
  func encode(_ value: UInt32) throws { try node.put(value) }
  func encode(_ value: UInt64) throws { try node.put(value) }
  func encode(_ value: some Encodable) throws { try node.box(value) }
}

/// Where a class puts what its superclass encodes.
enum SuperKey: String, CodingKey { case `super` }
