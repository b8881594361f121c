import TrellisTree

/// A string of the rules language: UTF-16 code units, also such as are no text.
///
/// Nearly all are text, and stay Swift strings, which are compared by their UTF-8; halves of surrogate pairs are kept as units.
enum RuleText: Sendable {
  case text(String)
  /// With an unpaired surrogate in it.
  case units([UInt16])

  init(_ units: [UInt16]) {
    self = units.isWellFormed ? .text(String(units: units)) : .units(units)
  }

  var units: [UInt16] {
    switch self {
    case .text(let text): Array(text.utf16)
    case .units(let units): units
    }
  }

  var string: String {
    switch self {
    case .text(let text): text
    case .units(let units): String(units: units)
    }
  }

  var count: Int {
    switch self {
    case .text(let text): text.utf16.count
    case .units(let units): units.count
    }
  }

  static func + (a: RuleText, b: RuleText) -> RuleText {
    if case .text(let a) = a, case .text(let b) = b { return .text(a + b) }
    return RuleText(a.units + b.units)
  }

  static func == (a: RuleText, b: RuleText) -> Bool {
    switch (a, b) {
    case (.text(let a), .text(let b)): CodeUnits.equal(a, b)
    case (.units(let a), .units(let b)): a == b
    default: false
    }
  }

  static func < (a: RuleText, b: RuleText) -> Bool {
    if case .text(let a) = a, case .text(let b) = b { return CodeUnits.order(a, b) < 0 }
    return a.units.lexicographicallyPrecedes(b.units)
  }
}

// MARK: Members (rules §10)

extension RuleText {
  func contains(_ other: RuleText) -> Bool { units.firstPlace(of: other.units) != nil }

  func begins(with other: RuleText) -> Bool { units.starts(with: other.units) }

  func ends(with other: RuleText) -> Bool {
    let (all, end) = (units, other.units)
    return all.count >= end.count && all.suffix(end.count).elementsEqual(end)
  }

  /// All occurrences, from left to right.
  func replacing(_ old: RuleText, with new: RuleText) -> RuleText {
    let (all, old, new) = (units, old.units, new.units)
    if old.isEmpty { return self }
    var result: [UInt16] = []
    var start = 0
    while let place = all.firstPlace(of: old, from: start) {
      result += all[start..<place] + new
      start = place + old.count
    }
    return RuleText(result + all[start...])
  }

  var lowercased: RuleText { mapped { $0.lowercased() } }
  var uppercased: RuleText { mapped { $0.uppercased() } }

  /// Text is mapped, unpaired surrogates stay.
  private func mapped(_ map: (String) -> String) -> RuleText {
    switch self {
    case .text(let text): return .text(map(text))
    case .units(let units):
      var (result, run): ([UInt16], [UInt16]) = ([], [])
      for (i, unit) in units.enumerated() {
        if units.isUnpaired(at: i) {
          result += Array(map(String(units: run)).utf16) + [unit]
          run = []
        } else {
          run.append(unit)
        }
      }
      return RuleText(result + Array(map(String(units: run)).utf16))
    }
  }
}

extension [UInt16] {
  fileprivate var isWellFormed: Bool { !indices.contains { isUnpaired(at: $0) } }

  fileprivate func isUnpaired(at i: Int) -> Bool {
    switch self[i] {
    case 0xD800...0xDBFF: i + 1 == count || !(0xDC00...0xDFFF).contains(self[i + 1])
    case 0xDC00...0xDFFF: i == 0 || !(0xD800...0xDBFF).contains(self[i - 1])
    default: false
    }
  }

  fileprivate func firstPlace(of other: [UInt16], from start: Int = 0) -> Int? {
    if other.isEmpty { return start }
    var i = start
    while i + other.count <= count {
      if self[i] == other[0], self[i..<(i + other.count)].elementsEqual(other) { return i }
      i += 1
    }
    return nil
  }
}
