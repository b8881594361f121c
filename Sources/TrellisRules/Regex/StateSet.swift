/// A set of states of an automaton, in the order in which they were inserted. It is emptied in constant time, because a
/// simulation does that for each code unit.
struct StateSet {
  private(set) var count = 0
  private var members: [Int32]
  /// Of each state that is in the set, its place in `members`; of others, anything.
  private var places: [Int32]

  init(capacity: Int) {
    members = Array(repeating: 0, count: capacity)
    places = Array(repeating: 0, count: capacity)
  }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Int { Int(members[index]) }

  func contains(_ state: Int) -> Bool {
    let place = Int(places[state])
    return place < count && members[place] == Int32(truncatingIfNeeded: state)
  }

  mutating func insert(_ state: Int) {
    guard !contains(state) else { return }
    members[count] = Int32(truncatingIfNeeded: state)
    places[state] = Int32(truncatingIfNeeded: count)
    count += 1
  }

  mutating func removeAll() { count = 0 }
}
