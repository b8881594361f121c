/// Classes of code units among which a pattern makes no difference, so that a table needs a column for each class only.
struct CodeUnitClasses: Sendable {
  /// A code unit of each class.
  let representatives: [UInt16]
  /// The first code unit of each interval; an interval ends where the next one begins.
  private let starts: [UInt16]
  private let classes: [UInt8]
  /// The classes of the code units that most texts consist of, which need no search.
  private let commonClasses: [UInt8]

  private static var commonCount: Int { 256 }

  /// - Returns: `nil` if there are more than 256 classes.
  init?(_ sets: [CodeUnitSet]) {
    let starts = Self.starts(of: sets)
    var numbers: [Int: UInt8] = [:]
    var representatives: [UInt16] = []
    var classes: [UInt8] = []
    for (start, group) in zip(starts, Self.groups(of: starts, by: sets)) {
      if numbers[group] == nil {
        guard let number = UInt8(exactly: representatives.count) else { return nil }
        numbers[group] = number
        representatives.append(start)
      }
      if let number = numbers[group] { classes.append(number) }
    }
    self.starts = starts
    self.classes = classes
    self.representatives = representatives
    commonClasses = (0..<Self.commonCount).map { unit in
      classes[Self.interval(of: UInt16(truncatingIfNeeded: unit), in: starts)]
    }
  }

  /// The class of a code unit.
  subscript(unit: UInt16) -> Int {
    let index = Int(unit)
    return index < commonClasses.count ? Int(commonClasses[index]) : Int(classes[Self.interval(of: unit, in: starts)])
  }

  /// The beginnings of the intervals that no set divides.
  private static func starts(of sets: [CodeUnitSet]) -> [UInt16] {
    var starts: Set<UInt16> = [0]
    for range in sets.lazy.flatMap(\.ranges) {
      starts.insert(range.lowerBound)
      if range.upperBound < .max { starts.insert(range.upperBound + 1) }
    }
    return starts.sorted()
  }

  /// Of each interval a number that it shares with the intervals that are in the same sets: each set divides the groups that
  /// it has only a part of.
  private static func groups(of starts: [UInt16], by sets: [CodeUnitSet]) -> [Int] {
    var groups = Array(repeating: 0, count: starts.count)
    var groupCount = 1
    for set in sets {
      var divided: [Int: Int] = [:]
      for range in set.ranges {
        for index in interval(of: range.lowerBound, in: starts)...interval(of: range.upperBound, in: starts) {
          let group = divided[groups[index], default: groupCount]
          if group == groupCount {
            divided[groups[index]] = group
            groupCount += 1
          }
          groups[index] = group
        }
      }
    }
    return groups
  }

  /// The index of the last start that is not after the code unit.
  private static func interval(of unit: UInt16, in starts: [UInt16]) -> Int {
    var lower = 0
    var upper = starts.count
    while upper - lower > 1 {
      let middle = (lower + upper) / 2
      if starts[middle] <= unit { lower = middle } else { upper = middle }
    }
    return lower
  }
}
