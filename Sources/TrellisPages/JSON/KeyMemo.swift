import TrellisTree

/// Remembers the keys that were met last by their bytes: records repeat a few field names over and over, and checking
/// and encoding a name costs several times what comparing three words does.
struct KeyMemo {
  /// A key's text of 1 to 23 bytes as it stands, padded with zeros, which no key holds.
  struct Text: Equatable {
    fileprivate var first: UInt64 = 0
    fileprivate var second: UInt64 = 0
    fileprivate var third: UInt64 = 0

    static let longest = 23

    @inline(__always)
    init?(_ utf8: UnsafeBufferPointer<UInt8>) {
      guard utf8.count > 0, utf8.count <= Self.longest else { return nil }
      withUnsafeMutableBytes(of: &self) { $0.copyMemory(from: UnsafeRawBufferPointer(utf8)) }
    }

    @inline(__always)
    fileprivate var place: Int {
      let mixed = (first ^ second &* 31 ^ third &* 17) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: mixed >> 58)
    }
  }

  private struct Entry {
    let text: Text
    let key: KeyWords
  }

  private static let places = 64
  private let entries: UnsafeMutablePointer<Entry?>

  init() {
    entries = .allocate(capacity: Self.places)
    entries.initialize(repeating: nil, count: Self.places)
  }

  @inline(__always)
  subscript(text: Text) -> KeyWords? {
    guard let entry = entries[text.place], entry.text == text else { return nil }
    return entry.key
  }

  /// Only keys that need no box, and whose text is what `text` was made of.
  @inline(__always)
  func remember(_ text: Text, _ key: KeyWords) { entries[text.place] = Entry(text: text, key: key) }

  func close() { entries.deallocate() }
}
