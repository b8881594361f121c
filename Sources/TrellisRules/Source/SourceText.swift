/// The text of a rules file, by UTF-16 code units, with its lines.
struct SourceText: Sendable {
  let units: [UInt16]
  /// Where each line begins.
  private let lineStarts: [Int]

  init(_ text: String) {
    var units = Array(text.utf16)
    if units.first == 0xFEFF { units.removeFirst() }
    self.units = units
    var starts = [0]
    for (i, unit) in units.enumerated() where unit == 0x0A || (unit == 0x0D && (i + 1 == units.count || units[i + 1] != 0x0A)) {
      starts.append(i + 1)
    }
    lineStarts = starts
  }

  /// Line and column from 1.
  func position(_ offset: Int) -> (line: Int, column: Int) {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - lineStarts[low] + 1)
  }

  func problem(_ problem: SourceProblem) -> RulesError.Problem {
    let (line, column) = position(problem.offset)
    return RulesError.Problem(line: line, column: column, message: problem.message)
  }
}

extension UInt16 {
  init(ascii scalar: Unicode.Scalar) { self = UInt16(UInt8(ascii: scalar)) }

  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) || self == 0xA0 || self == 0xFEFF }

  var hexValue: UInt16? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}

extension String {
  init(units: some Sequence<UInt16>) { self = String(decoding: Array(units), as: UTF16.self) }
}
