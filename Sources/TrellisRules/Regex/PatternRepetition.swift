/// How often a part of a pattern repeats.
struct PatternRepetition: Hashable, Sendable {
  let minimum: Int
  /// Without it there is no end.
  let maximum: Int?

  /// The largest count that a pattern may name.
  static var maximumCount: Int { 1000 }

  /// How often a program has the body before the parts that may be left out. Without an end the last one is also the one that
  /// repeats, so there is at least one.
  var writtenMinimum: Int { maximum == nil ? max(minimum, 1) : minimum }

  /// The instructions that the repetition of a body takes, those of the body included.
  func stateCount(forBodyOf count: Int) -> Int {
    guard let maximum else { return writtenMinimum * count + (minimum == 0 ? 2 : 1) }
    return minimum * count + (maximum - minimum) * (count + 1)
  }
}
