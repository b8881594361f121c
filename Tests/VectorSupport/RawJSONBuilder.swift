import TrellisTree

/// Collects what the scanner reads.
struct RawJSONBuilder: JSONHandler {
  private(set) var result = RawJSON.null
  private var frames: [Frame] = []

  /// An open object or array.
  private struct Frame {
    var elements: [RawJSON] = []
    var members: [RawJSON.Member] = []
    var key = ""
    let isObject: Bool
  }

  mutating func null() { finish(.null) }
  mutating func bool(_ value: Bool) { finish(.scalar(.bool(value))) }
  mutating func int(_ value: Int64) { finish(.scalar(.int(value))) }
  mutating func double(_ value: Double) { finish(.scalar(.double(value))) }
  mutating func string(_ utf8: ArraySlice<UInt8>) { finish(.scalar(.string(String(decoding: utf8, as: UTF8.self)))) }
  mutating func key(_ utf8: ArraySlice<UInt8>) { frames[frames.count - 1].key = String(decoding: utf8, as: UTF8.self) }
  mutating func beginObject() { frames.append(Frame(isObject: true)) }
  mutating func beginArray() { frames.append(Frame(isObject: false)) }
  mutating func endObject() { finish(.object(frames.removeLast().members)) }
  mutating func endArray() { finish(.array(frames.removeLast().elements)) }

  private mutating func finish(_ value: RawJSON) {
    guard let last = frames.indices.last else {
      result = value
      return
    }
    if frames[last].isObject {
      frames[last].members.append(RawJSON.Member(frames[last].key, value))
    } else {
      frames[last].elements.append(value)
    }
  }
}
