import TrellisTree

/// The members of a JSON object, as they stand in the text: for objects whose keys are no keys of a tree, and for lines of
/// which only parts are looked at.
struct JSONObject {
  struct Member {
    /// The key with its quotes, and the value.
    let key: Range<Int>
    let value: Range<Int>
  }

  private(set) var members: [Member] = []

  /// Looks at the structure only: whether keys and values are right is for whoever reads them. Nil when this is no object.
  init?(_ text: ArraySlice<UInt8>) {
    var scan = Scan(text)
    guard scan.take("{") else { return nil }
    if !scan.take("}") {
      repeat {
        guard let key = scan.string(), scan.take(":"), let value = scan.value() else { return nil }
        members.append(Member(key: key, value: value))
      } while scan.take(",")
      guard scan.take("}") else { return nil }
    }
    if !scan.isAtEnd { return nil }
  }

  /// Where the elements of a JSON list stand; nil when this is none.
  static func elements(of text: ArraySlice<UInt8>) -> [Range<Int>]? {
    var scan = Scan(text)
    guard scan.take("[") else { return nil }
    var elements: [Range<Int>] = []
    if !scan.take("]") {
      repeat {
        guard let value = scan.value() else { return nil }
        elements.append(value)
      } while scan.take(",")
      guard scan.take("]") else { return nil }
    }
    return scan.isAtEnd ? elements : nil
  }

  private struct Scan {
    let text: ArraySlice<UInt8>
    var at: Int

    init(_ text: ArraySlice<UInt8>) {
      self.text = text
      at = text.startIndex
    }

    private mutating func skipSpace() {
      while at < text.endIndex, text[at] == 0x20 || (0x09...0x0D).contains(text[at]) { at += 1 }
    }

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return at == text.endIndex
      }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      skipSpace()
      guard at < text.endIndex, text[at] == UInt8(ascii: character) else { return false }
      at += 1
      return true
    }

    mutating func string() -> Range<Int>? {
      skipSpace()
      let start = at
      guard take("\"") else { return nil }
      while at < text.endIndex, text[at] != UInt8(ascii: "\"") { at += text[at] == UInt8(ascii: "\\") ? 2 : 1 }
      guard at < text.endIndex else { return nil }
      at += 1
      return start..<at
    }

    /// A value: a string, or all up to what ends it on this level.
    mutating func value() -> Range<Int>? {
      skipSpace()
      let start = at
      var depth = 0
      while at < text.endIndex {
        switch text[at] {
        case UInt8(ascii: "\""): if string() == nil { return nil } else { continue }
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: ","): if depth == 0 { return start == at ? nil : start..<at }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return start == at ? nil : start..<at }
          depth -= 1
        default: break
        }
        at += 1
      }
      return nil
    }
  }
}
