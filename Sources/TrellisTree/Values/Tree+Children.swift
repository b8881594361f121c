extension Tree {
  /// The children of a branch, in key order. None of them is null, and no two have the same key.
  public struct Children: Sendable, RandomAccessCollection {
    public typealias Element = (key: TreeKey, value: Tree)

    private var entries: ContiguousArray<Element> = []

    init() {}

    /// From children that are known to be in key order, none of them null, no key twice: what pages hold.
    package init(sorted entries: ContiguousArray<Element>) { self.entries = entries }

    /// From children in any order: null ones are left out, of two with one key the later one stays.
    init(_ elements: some Sequence<(TreeKey, Tree)>) {
      entries.reserveCapacity(elements.underestimatedCount)
      var isSorted = true
      for (key, value) in elements {
        if isSorted, let last = entries.last { isSorted = last.key < key }
        entries.append((key, value))
      }
      if !isSorted { sortAndKeepLast() }
      if entries.contains(where: { $0.value.isNull }) { entries.removeAll { $0.value.isNull } }
    }

    private mutating func sortAndKeepLast() {
      let order = entries.indices.sorted {
        entries[$0].key == entries[$1].key ? $0 < $1 : entries[$0].key < entries[$1].key
      }
      var sorted: ContiguousArray<Element> = []
      sorted.reserveCapacity(order.count)
      for i in order {
        if sorted.last?.key == entries[i].key { sorted.removeLast() }
        sorted.append(entries[i])
      }
      entries = sorted
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { entries.count }
    public subscript(position: Int) -> Element { entries[position] }

    /// The child with a key. O(log n); assigning is O(n), and assigning nil or null removes.
    public subscript(key: TreeKey) -> Tree? {
      get {
        let i = lowerBound(key)
        // Not with `?:`, whose `nil` would be the tree that is nothing.
        guard i < entries.count, entries[i].key == key else { return nil }
        return entries[i].value
      }
      set {
        let i = lowerBound(key)
        let isThere = i < entries.count && entries[i].key == key
        if let newValue, !newValue.isNull {
          if isThere { entries[i].value = newValue } else { entries.insert((key, newValue), at: i) }
        } else if isThere {
          entries.remove(at: i)
        }
      }
    }

    public var keys: [TreeKey] { entries.map(\.key) }

    /// The index of the first child that does not sort before `key`.
    package func lowerBound(_ key: TreeKey) -> Int {
      var (low, high) = (0, entries.count)
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].key < key { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}

extension Tree.Children: Hashable {
  public static func == (a: Tree.Children, b: Tree.Children) -> Bool {
    a.elementsEqual(b) { $0.key == $1.key && $0.value == $1.value }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for (key, value) in self {
      hasher.combine(key)
      hasher.combine(value)
    }
  }
}

extension Tree: Hashable {
  /// Whether the database would see no difference.
  public static func == (a: Tree, b: Tree) -> Bool {
    guard a.priorityLeaf == b.priorityLeaf else { return false }
    switch (a.content, b.content) {
    case (.null, .null): return true
    case (.leaf(let a), .leaf(let b)): return a == b
    case (.branch(let a), .branch(let b)): return a == b
    default: return false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch content {
    case .null: hasher.combine(0)
    case .leaf(let leaf): hasher.combine(leaf)
    case .branch(let children): hasher.combine(children)
    }
    hasher.combine(priorityLeaf)
  }
}
