/// Entries of maps that are still being read, outermost first: rows of plain words that grow by doubling. It has one
/// owner, who closes it.
struct EntryStack {
  private(set) var entries: Entries
  private(set) var count = 0
  private var capacity = 256

  init() { entries = Self.allocate(256) }

  func close() {
    entries.keys.deallocate()
    entries.values.deallocate()
  }

  private static func allocate(_ capacity: Int) -> Entries {
    Entries(keys: .allocate(capacity: capacity), values: .allocate(capacity: capacity))
  }

  @inline(__always)
  mutating func push(_ key: KeyWords, _ value: Word) {
    if count == capacity { grow() }
    entries.set(count, key, value)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = Self.allocate(capacity * 2)
    larger.keys.moveInitialize(from: entries.keys, count: count)
    larger.values.moveInitialize(from: entries.values, count: count)
    entries.keys.deallocate()
    entries.values.deallocate()
    entries = larger
    capacity *= 2
  }

  /// What `value` is made of may push to the stack, which moves it: so it is made before this looks where the entry is.
  @inline(__always)
  mutating func setValue(_ value: Word, at index: Int) { entries.values[index] = value }

  @inline(__always)
  mutating func shrink(to newCount: Int) { count = newCount }

  /// Sorts the entries from `base` on by key; of two with one key the later one stays, and `drop` gets the others.
  mutating func sort(from base: Int, drop: (KeyWords, Word) -> Void) {
    let (keys, values) = (entries.keys, entries.values)
    // Equal keys stay in the order of the text.
    let order = (base..<count).sorted {
      let order = keys[$0].compare(keys[$1])
      return order != 0 ? order < 0 : $0 < $1
    }
    let sorted = order.map { (keys[$0], values[$0]) }
    count = base
    for (key, value) in sorted {
      if count > base, keys[count - 1].compare(key) == 0 {
        count -= 1
        drop(keys[count], values[count])
      }
      entries.set(count, key, value)
      count += 1
    }
  }
}
