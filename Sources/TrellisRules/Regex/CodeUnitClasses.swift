/// Classes of code units among which a pattern makes no difference, so that a table needs a column for each class only.
struct CodeUnitClasses: Sendable {
  /// The first code unit of each class.
  let representatives: [UInt16]
  /// The first code unit of each interval; an interval ends where the next one begins.
  private let starts: [UInt16]
  /// The class of each interval.
  private let classes: [UInt8]
  /// The classes of the code units that most texts consist of, which need no search.
  private let commonClasses: [UInt8]

  private static var maximumCount: Int { 256 }
  private static var commonUnits: Range<UInt16> { 0..<256 }

  /// - Returns: `nil` if there are more than 256 classes.
  init?(_ sets: [CodeUnitSet]) {
    let starts = Self.starts(of: sets)
    guard let groups = Self.groups(of: starts, by: sets) else { return nil }
    var representatives: [Int: UInt16] = [:]
    for (start, group) in zip(starts, groups) where representatives[group] == nil { representatives[group] = start }
    let classes = groups.map { UInt8(truncatingIfNeeded: $0) }
    self.representatives = representatives.sorted { $0.key < $1.key }.map(\.value)
    self.starts = starts
    self.classes = classes
    commonClasses = Self.commonUnits.map { classes[Self.interval(of: $0, in: starts)] }
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

  /// The class of each interval: at first there is one, then each set divides those that it has only a part of.
  ///
  /// - Returns: `nil` if there are too many.
  private static func groups(of starts: [UInt16], by sets: [CodeUnitSet]) -> [Int]? {
    var groups = Array(repeating: 0, count: starts.count)
    var sizes = [starts.count]
    for set in sets {
      let covered = set.ranges.flatMap { interval(of: $0.lowerBound, in: starts)...interval(of: $0.upperBound, in: starts) }
      var coveredSizes = Array(repeating: 0, count: sizes.count)
      for index in covered { coveredSizes[groups[index]] += 1 }
      var divided = Array(sizes.indices)
      for (group, size) in coveredSizes.enumerated() where size > 0 && size < sizes[group] {
        divided[group] = sizes.count
        sizes[group] -= size
        sizes.append(size)
      }
      guard sizes.count <= maximumCount else { return nil }
      for index in covered { groups[index] = divided[groups[index]] }
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
