/// The lines of a text that comes in pieces, with their numbers from 1; empty ones are left out.
struct Lines {
  private let input: InputPieces
  private var number = 0
  private var rest: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(_ input: InputPieces) { self.input = input }

  /// The next line; nil at the end.
  mutating func next() throws -> (number: Int, text: [UInt8])? {
    while true {
      if let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[start..<end])
        start = end + 1
        number += 1
        if line.contains(where: { $0 > 0x20 }) { return (number, line) }
      } else if isAtEnd {
        return nil
      } else {
        try readOn()
      }
    }
  }

  private mutating func readOn() throws {
    rest.removeFirst(start)
    start = 0
    if let piece = try input.next() {
      rest += piece
    } else {
      isAtEnd = true
      rest.append(UInt8(ascii: "\n"))
    }
  }
}
