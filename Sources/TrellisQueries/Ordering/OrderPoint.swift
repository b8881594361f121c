package import TrellisTree

/// A point in the order of a query: a value, then a key (data model §3.5, §5.1).
package struct OrderPoint: Sendable, Hashable, Comparable {
  package let value: OrderValue
  package let key: TreeKey

  package init(_ value: OrderValue, _ key: TreeKey) {
    self.value = value
    self.key = key
  }

  package static func < (a: OrderPoint, b: OrderPoint) -> Bool {
    if a.value != b.value { return a.value < b.value }
    return a.key < b.key
  }
}

extension TreeQuery {
  /// Where the range begins.
  package var startPoint: OrderPoint? {
    start.map { point($0, $0.isInclusive ? .minimum : .maximum) }
  }

  /// Where the range ends.
  package var endPoint: OrderPoint? {
    end.map { point($0, $0.isInclusive ? .maximum : .minimum) }
  }

  /// A bound without a key stands before or behind all children with its value. In key order its value is the key.
  private func point(_ bound: Bound, _ open: TreeKey) -> OrderPoint {
    if ordering == .key, case .string(let text)? = bound.value { return OrderPoint(.nothing, TreeKey(boundText: text)) }
    return OrderPoint(bound.isBranch ? .branch : OrderValue(bound.value), bound.key ?? open)
  }

  /// Whether a child at this point lies within the range.
  package func contains(_ point: OrderPoint) -> Bool {
    if let start, let from = startPoint {
      if point < from || (point == from && !start.isInclusive) { return false }
    }
    if let end, let to = endPoint {
      if to < point || (point == to && !end.isInclusive) { return false }
    }
    return true
  }
}

extension TreeKey {
  /// The key that the text of a bound in key order names. Any text will do, also the two sentinels of older clients.
  init(boundText text: String) {
    if text.utf8.elementsEqual("[MIN_NAME]".utf8) {
      self = .minimum
    } else if text.utf8.elementsEqual("[MAX_NAME]".utf8) {
      self = .maximum
    } else {
      // No key is empty or holds a control character. Such a text stands right behind what comes before the first one.
      let legal = text.utf8.prefix { $0 >= 0x20 }
      self = legal.isEmpty || legal.count < text.utf8.count ? .encode(Array(legal) + [0x1F]) : TreeKey(unchecked: text)
    }
  }
}
