package import TrellisTree

/// How to make one list of another, as list views of user interfaces want to be told.
///
/// First all removals and the origins of moves are taken out, then insertions and the destinations of moves are put in,
/// from the start on. Each element is named once: what moves is neither removed nor inserted.
///
/// ```swift
/// difference.apply(to: &rows) { row(of: result[$0]) }
/// ```
public struct ListDifference: Sendable, Equatable {
  public struct Move: Sendable, Hashable {
    /// Its place in the old list.
    public let origin: Int
    /// Its place in the new list.
    public let destination: Int
  }

  /// Places in the old list, ascending.
  public private(set) var removals: [Int] = []
  /// Places in the new list, ascending.
  public private(set) var insertions: [Int] = []
  /// As few as possible, ascending by destination.
  public private(set) var moves: [Move] = []
  /// Places in the new list of elements that were there before and have other content, ascending; moved ones too.
  public private(set) var changes: [Int] = []

  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty && changes.isEmpty }

  package init(from old: [TreeKey], to new: [TreeKey], changed: Set<TreeKey>) {
    let places = Dictionary(old.enumerated().map { ($1, $0) }) { first, _ in first }
    var isKept = [Bool](repeating: false, count: old.count)
    var kept: [Move] = []
    for (place, key) in new.enumerated() {
      guard let origin = places[key] else {
        insertions.append(place)
        continue
      }
      isKept[origin] = true
      kept.append(Move(origin: origin, destination: place))
      if changed.contains(key) { changes.append(place) }
    }
    removals = old.indices.filter { !isKept[$0] }
    moves = Self.outOfOrder(kept)
  }

  /// What does not belong to a longest ascending run of origins.
  private static func outOfOrder(_ kept: [Move]) -> [Move] {
    /// For each length the run of it that ends lowest, by its last element.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: kept.count)
    for (i, move) in kept.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if kept[ends[middle]].origin < move.origin { low = middle + 1 } else { high = middle }
      }
      before[i] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(i) } else { ends[low] = i }
    }
    var isInRun = [Bool](repeating: false, count: kept.count)
    var next = ends.last
    while let i = next {
      isInRun[i] = true
      next = before[i]
    }
    return kept.indices.filter { !isInRun[$0] }.map { kept[$0] }
  }

  /// Makes the new list of the old one.
  ///
  /// - Parameter element: the element for a place in the new list; asked for insertions and for changes.
  public func apply<Element>(to list: inout [Element], _ element: (_ place: Int) throws -> Element) rethrows {
    var added = try insertions.map { (place: $0, element: try element($0)) }
    added += moves.map { ($0.destination, list[$0.origin]) }
    let changed = try changes.map { (place: $0, element: try element($0)) }
    for place in (removals + moves.map(\.origin)).sorted(by: >) { list.remove(at: place) }
    for (place, element) in added.sorted(by: { $0.place < $1.place }) { list.insert(element, at: place) }
    for (place, element) in changed { list[place] = element }
  }
}
