#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Turns `Encodable` values into trees.
///
/// ```swift
/// struct Address: Codable { var city: String; var since: Date }
/// let tree = try TreeEncoder().encode(Address(city: "Orange", since: .now))
/// ```
///
/// | Swift | in the tree |
/// |---|---|
/// | integers | 64-bit integer; larger ones are an error |
/// | `Double`, `Float` | double, also when whole; NaN and infinities are an error |
/// | `Date` | whole milliseconds since 1970, rounded |
/// | `Data` | Base64 text |
/// | `URL` | its absolute text |
/// | arrays | a branch with the keys `0`, `1`, … ; nil leaves its place free |
/// | dictionaries | a branch; integer keys are written in decimal |
/// | nil, empty arrays and dictionaries | nothing |
/// | enums with values in their cases | a branch of the case's name; `true` in it when the values are none or nothing |
public struct TreeEncoder: Sendable {
  public var keys: KeyStrategy
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  public init(keys: KeyStrategy = .plain) { self.keys = keys }

  /// - Throws: `EncodingError` with the coding path, or what a value's own `encode(to:)` throws.
  public func encode(_ value: some Encodable) throws -> Tree {
    let slot = EncodingSlot()
    let context = EncodingContext(keys: keys, userInfo: userInfo)
    try EncodingNode(slot: slot, codingPath: [], context: context).box(value)
    if let error = context.firstError { throw error }
    return slot.tree
  }
}

/// What one encoding shares.
final class EncodingContext {
  let keys: KeyStrategy
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// An illegal key met where the protocol of the standard library does not let us throw.
  var firstError: EncodingError?

  init(keys: KeyStrategy, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.keys = keys
    self.userInfo = userInfo
  }
}

/// The place of a value that is still being encoded.
final class EncodingSlot {
  enum Content {
    case tree(Tree)
    case keyed([(TreeKey, EncodingSlot)])
    case list([EncodingSlot])
  }

  var content = Content.tree(.null)
  /// Whether a type asked for the container by name, as enums do for the values of a case. It leaves a mark even without
  /// content, else the case would be lost.
  var isNamed = false

  var tree: Tree {
    let tree: Tree =
      switch content {
      case .tree(let tree): tree
      case .keyed(let children): .branch(children.map { ($0, $1.tree) })
      case .list(let elements): .list(elements.map(\.tree))
      }
    return isNamed && tree.isNull ? true : tree
  }

  func child(_ key: TreeKey) -> EncodingSlot {
    let child = EncodingSlot()
    guard case .keyed(var children) = content else {
      content = .keyed([(key, child)])
      return child
    }
    content = .tree(.null)  // so that the array is not copied
    children.append((key, child))
    content = .keyed(children)
    return child
  }

  func element() -> EncodingSlot {
    let element = EncodingSlot()
    guard case .list(var elements) = content else {
      content = .list([element])
      return element
    }
    content = .tree(.null)
    elements.append(element)
    content = .list(elements)
    return element
  }

  var listCount: Int { if case .list(let elements) = content { elements.count } else { 0 } }
}

/// The encoder that a value sees: one place and how it was reached.
struct EncodingNode: Encoder {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]
  let context: EncodingContext

  var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedTreeEncoding<Key>(node: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ListTreeEncoding(node: self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { SingleTreeEncoding(node: self) }

  func child(_ key: any CodingKey) throws -> EncodingNode {
    do throws(TreePath.Invalid) {
      return EncodingNode(slot: slot.child(try context.keys.key(key.stringValue)), codingPath: codingPath + [key], context: context)
    } catch {
      throw invalid(key.stringValue, error.description)
    }
  }

  /// The same, where nothing may be thrown: the error is kept for the end.
  func childKeepingError(_ key: any CodingKey) -> EncodingNode {
    do { return try child(key) } catch {
      if context.firstError == nil { context.firstError = error as? EncodingError }
      return EncodingNode(slot: EncodingSlot(), codingPath: codingPath + [key], context: context)
    }
  }

  func element() -> EncodingNode {
    let index = IndexKey(slot.listCount)
    return EncodingNode(slot: slot.element(), codingPath: codingPath + [index], context: context)
  }

  func invalid(_ value: Any, _ message: String) -> EncodingError {
    EncodingError.invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: message))
  }
}

extension EncodingNode {
  func put(_ tree: Tree) { slot.content = .tree(tree) }

  func put(_ integer: some BinaryInteger) throws {
    guard let value = Int64(exactly: integer) else {
      throw invalid(integer, "the integer \(integer) needs more than 64 bits with sign; store it as text")
    }
    put(.int(value))
  }

  func put(_ double: Double) throws {
    guard double.isFinite else { throw invalid(double, "NaN and infinities cannot be stored; use nil or a string") }
    put(.double(double))
  }

  func box(_ value: some Encodable) throws {
    switch value {
    case let date as Date:
      let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
      // The error carries the number: a date as far away as this crashes when it is printed.
      guard let whole = Int64(exactly: milliseconds) else { throw invalid(date.timeIntervalSince1970, "the date is too far away") }
      put(.int(whole))
    case let data as Data: put(.string(data.base64EncodedString()))
    case let url as URL: put(.string(url.absoluteString))
    case let tree as Tree: put(tree)
    default: try value.encode(to: self)
    }
  }
}

/// The coding key of an element of a list.
struct IndexKey: CodingKey {
  let intValue: Int?
  var stringValue: String { "\(intValue ?? 0)" }

  init(_ index: Int) { intValue = index }
  init?(stringValue: String) { return nil }
  init?(intValue: Int) { self.intValue = intValue }
}
