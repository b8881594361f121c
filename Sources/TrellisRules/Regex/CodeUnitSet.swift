/// The code units that one place of a pattern takes.
struct CodeUnitSet: Hashable, Sendable {
  /// In ascending order and with gaps between them, so that equal sets are equal values.
  let ranges: [ClosedRange<UInt16>]

  /// - Parameter ranges: in any order; they may overlap.
  init(_ ranges: [ClosedRange<UInt16>]) {
    var merged: [ClosedRange<UInt16>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound || range.lowerBound - 1 == last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged
  }

  init(_ unit: UInt16) { ranges = [unit...unit] }

  static let all = CodeUnitSet([.min ... .max])
  /// `\d`
  static let digits = CodeUnitSet([0x30...0x39])
  /// `\w`
  static let wordUnits = CodeUnitSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// `\s`: tab, line feed, vertical tab, form feed, carriage return, space.
  static let spaces = CodeUnitSet([0x09...0x0D, 0x20...0x20])

  var complement: CodeUnitSet {
    var gaps: [ClosedRange<UInt16>] = []
    var lower: UInt16? = 0
    for range in ranges {
      if let lower, lower < range.lowerBound { gaps.append(lower...(range.lowerBound - 1)) }
      lower = range.upperBound == .max ? nil : range.upperBound + 1
    }
    if let lower { gaps.append(lower ... .max) }
    return CodeUnitSet(gaps)
  }

  /// With the other case of each ASCII letter in it.
  var foldingCase: CodeUnitSet {
    let upper: ClosedRange<UInt16> = 0x41...0x5A
    let lower: ClosedRange<UInt16> = 0x61...0x7A
    let distance: UInt16 = 0x20
    var folded = ranges
    for range in ranges {
      if range.overlaps(upper) {
        let letters = range.clamped(to: upper)
        folded.append((letters.lowerBound + distance)...(letters.upperBound + distance))
      }
      if range.overlaps(lower) {
        let letters = range.clamped(to: lower)
        folded.append((letters.lowerBound - distance)...(letters.upperBound - distance))
      }
    }
    return CodeUnitSet(folded)
  }

  /// The only code unit in it.
  var onlyUnit: UInt16? {
    guard ranges.count == 1, let range = ranges.first, range.count == 1 else { return nil }
    return range.lowerBound
  }

  func contains(_ unit: UInt16) -> Bool {
    var lower = 0
    var upper = ranges.count
    while lower < upper {
      let middle = (lower + upper) / 2
      let range = ranges[middle]
      if unit < range.lowerBound {
        upper = middle
      } else if unit > range.upperBound {
        lower = middle + 1
      } else {
        return true
      }
    }
    return false
  }
}
