/// Which of the two JSON forms a tree is written in.
public enum JSONForm: Sendable {
  /// What people expect to see: no priorities, lists as arrays (data model §1.2).
  case plain
  /// All there is: priorities included, lists as objects (data model §1.3). Reading it gives the same tree.
  case export
}

/// Writes JSON text in UTF-8.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func append(_ scalar: Tree.Scalar) {
    switch scalar {
    case .bool(let value): raw(value ? "true" : "false")
    case .int(let value): raw(value.description)
    case .double(let value): append(value)
    case .string(let value): appendQuoted(value.utf8)
    }
  }

  /// Text that is JSON already.
  package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// The shortest text that reads back as the very same double. Whole numbers keep `.0`, so that they stay doubles.
  private mutating func append(_ double: Double) {
    raw(double == 0 && double.sign == .minus ? "-0" : double.description)
  }

  /// Not generic, as callers of other modules want it: generic code is not made for them.
  package mutating func append(quoted text: String) { appendQuoted(text.utf8) }
  package mutating func append(quoted key: TreeKey) { appendQuoted(key.utf8) }

  package mutating func appendQuoted(_ utf8: some Sequence<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0..<0x20: raw("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func byte(_ byte: UInt8) { bytes.append(byte) }
}
