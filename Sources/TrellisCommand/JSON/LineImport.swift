import TrellisTree

/// Makes one JSON object of a text with a child on each line, as it comes: `{"key":…,"value":…}`, or values alone, which get
/// push keys. Places in lines stay the same as far as can be, so that complaints about them are right.
struct LineImport {
  enum Form { case keyed, values }

  private let form: Form
  private var line = 0
  private var isFirst = true
  /// What has come of a line that has not ended.
  private var rest: [UInt8] = []
  private static let longestLine = 64 << 20

  init(_ form: Form) { self.form = form }

  /// The same as a part of an object.
  mutating func take(_ piece: [UInt8]) throws -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(piece.count + 64)
    var (start, searched) = (0, rest.count)
    rest += piece
    while let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      try take(line: rest[start..<end], &out)
      out.append(UInt8(ascii: "\n"))
      start = end + 1
      searched = start
    }
    rest.removeFirst(start)
    guard rest.count <= Self.longestLine else {
      throw Failure(
        .invalid, "line \(line + 1) is longer than \(Size.text(Self.longestLine)); a text that is one JSON object comes in without --ndjson"
      )
    }
    return out
  }

  mutating func finish() throws -> [UInt8] {
    var out: [UInt8] = []
    try take(line: rest[...], &out)
    rest = []
    if isFirst { throw Failure(.invalid, "there is no line; trellis remove deletes a place") }
    out.append(UInt8(ascii: "}"))
    return out
  }

  private mutating func take(line text: ArraySlice<UInt8>, _ out: inout [UInt8]) throws {
    line += 1
    guard text.contains(where: { $0 > 0x20 }) else { return }
    out.append(UInt8(ascii: isFirst ? "{" : ","))
    isFirst = false
    switch form {
    case .values:
      guard JSONObject.elements(of: [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")])?.count == 1 else {
        throw Failure(.invalid, "line \(line) is not one JSON value")
      }
      out += Array(JSONText.quoted(PushKey.next().text).utf8) + [UInt8(ascii: ":")]
      out += text
    case .keyed: try takeKeyed(text, &out)
    }
  }

  /// The brace is a comma by now, names become spaces.
  private func takeKeyed(_ text: ArraySlice<UInt8>, _ out: inout [UInt8]) throws {
    guard let object = JSONObject(text), object.members.count == 2,
      let key = object.members.first, text[key.key].elementsEqual(#""key""#.utf8), text[key.value].first == UInt8(ascii: "\""),
      let value = object.members.last, text[value.key].elementsEqual(#""value""#.utf8)
    else {
      throw Failure(
        .invalid, #"line \#(line) is not {"key":"...","value":...}; --push-keys takes lines that are values, and makes keys for them"#)
    }
    pad(to: key.value.lowerBound - text.startIndex - 1, &out)
    out += text[key.value]
    out.append(UInt8(ascii: ":"))
    pad(to: value.value.lowerBound - key.value.upperBound - 1, &out)
    out += text[value.value]
  }

  private func pad(to count: Int, _ out: inout [UInt8]) {
    if count > 0 { out.append(contentsOf: repeatElement(0x20, count: count)) }
  }
}
