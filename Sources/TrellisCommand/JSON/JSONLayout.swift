/// Lays out JSON text that is on one line, piece by piece: each member on a line of its own.
struct JSONLayout {
  private let style: Style
  private var containers: [UInt8] = []
  private var isInString = false
  private var isEscaped = false
  /// Whether the container has been opened and nothing has followed yet.
  private var isFresh = false
  private var isKeyNext = false

  init(_ style: Style) { self.style = style }

  mutating func lay(_ piece: some Sequence<UInt8>, onto out: inout [UInt8]) {
    for byte in piece { lay(byte, &out) }
  }

  private mutating func lay(_ byte: UInt8, _ out: inout [UInt8]) {
    if isInString { return layText(byte, &out) }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      beginValue(&out)
      out.append(byte)
      containers.append(byte)
      (isFresh, isKeyNext) = (true, byte == UInt8(ascii: "{"))
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      containers.removeLast()
      if !isFresh { newLine(&out) }
      isFresh = false
      out.append(byte)
    case UInt8(ascii: ","):
      out.append(byte)
      newLine(&out)
      isKeyNext = containers.last == UInt8(ascii: "{")
    case UInt8(ascii: ":"):
      isKeyNext = false
      out += [byte, UInt8(ascii: " ")]
    case UInt8(ascii: "\""):
      beginValue(&out)
      if isKeyNext { out += style.nameStart.utf8 }
      out.append(byte)
      isInString = true
    default:
      beginValue(&out)
      out.append(byte)
    }
  }

  private mutating func layText(_ byte: UInt8, _ out: inout [UInt8]) {
    out.append(byte)
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      if isKeyNext { out += style.end.utf8 }
    }
  }

  private mutating func beginValue(_ out: inout [UInt8]) {
    guard isFresh else { return }
    isFresh = false
    newLine(&out)
  }

  private func newLine(_ out: inout [UInt8]) {
    out.append(UInt8(ascii: "\n"))
    for _ in containers { out += [UInt8(ascii: " "), UInt8(ascii: " ")] }
  }
}
