package import TrellisTree

/// A child that a query found.
package struct QueryRow<Node> {
  package let key: TreeKey
  package let node: Node
  /// What it was ordered by; nothing in key order.
  package let value: OrderValue

  package init(_ key: TreeKey, _ node: Node, _ value: OrderValue) {
    self.key = key
    self.node = node
    self.value = value
  }

  package var point: OrderPoint { OrderPoint(value, key) }
}

extension QueryRow: Sendable where Node: Sendable {}
