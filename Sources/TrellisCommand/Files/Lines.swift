/// The lines of a text that comes in pieces, with their numbers from 1. Empty ones are left out, unless they are asked for.
struct Lines {
  private let input: InputPieces
  private var number = 0
  private var rest: [UInt8] = []
  private var start = 0
  /// Up to where there is no end of a line.
  private var searched = 0
  private var isAtEnd = false

  private let keepsEmpty: Bool

  init(_ input: InputPieces, keepsEmpty: Bool = false) {
    self.input = input
    self.keepsEmpty = keepsEmpty
  }

  /// The next line; nil at the end.
  mutating func next() throws -> (number: Int, text: [UInt8])? {
    while true {
      if let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[start..<end])
        start = end + 1
        searched = start
        number += 1
        if keepsEmpty || line.contains(where: { $0 > 0x20 }) { return (number, line) }
      } else if isAtEnd {
        return nil
      } else {
        try readOn()
      }
    }
  }

  private mutating func readOn() throws {
    rest.removeFirst(start)
    (start, searched) = (0, rest.count)
    if let piece = try input.next() {
      rest += piece
    } else {
      isAtEnd = true
      if !rest.isEmpty { rest.append(UInt8(ascii: "\n")) }
    }
  }
}
