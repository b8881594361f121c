// The neighbour of a key, as older clients use it to turn exclusive bounds into inclusive ones (data model §4). Queries
// here have exclusive bounds of their own and never need it; a server that speaks to such clients does.
//
// Texts, not keys: a neighbour may have 786 characters, more than any key, or be one of the two sentinels.

extension PushKey {
  private static let longest = 786
  private static let minimumText = "[MIN_NAME]"
  private static let maximumText = "[MAX_NAME]"

  /// The text that comes right behind `text` among texts of the push alphabet.
  package static func successor(of text: String) -> String {
    if let value = integer(text) { return value == Int(Int32.max) ? "-" : String(value + 1) }
    var units = Array(text.utf16)
    if units.count < longest { return text + "-" }
    let last = UInt16(ascii("z"))
    while units.last == last { units.removeLast() }
    guard let end = units.popLast() else { return maximumText }
    let place = alphabet.firstIndex(of: UInt8(truncatingIfNeeded: end)) ?? -1
    units.append(UInt16(alphabet[place + 1]))
    return String(decoding: units, as: UTF16.self)
  }

  /// The text that comes right before `text` among texts of the push alphabet of at most 786 characters.
  package static func predecessor(of text: String) -> String {
    if let value = integer(text) { return value == Int(Int32.min) ? minimumText : String(value - 1) }
    var units = Array(text.utf16)
    guard let end = units.popLast() else { return minimumText }
    if end == UInt16(ascii("-")) {
      return units.isEmpty ? String(Int32.max) : String(decoding: units, as: UTF16.self)
    }
    if end < 128, let place = alphabet.firstIndex(of: UInt8(end)), place > 0 { units.append(UInt16(alphabet[place - 1])) }
    units.append(contentsOf: repeatElement(UInt16(ascii("z")), count: max(0, longest - units.count)))
    return String(decoding: units, as: UTF16.self)
  }

  private static func integer(_ text: String) -> Int? { TreeKey(unchecked: text).integerValue }
  private static func ascii(_ character: Unicode.Scalar) -> UInt8 { UInt8(truncatingIfNeeded: character.value) }
}
