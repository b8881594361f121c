extension JSONWriter {
  /// A node with everything below it.
  package mutating func append(_ node: some TreeReading, _ form: JSONForm) {
    if let leaf = node.leaf { return append(leaf, priority: form == .export ? node.priorityLeaf : nil) }
    guard node.exists else { return raw("null") }
    if form == .plain, let length = node.listLength { return appendList(node, length) }
    byte(UInt8(ascii: "{"))
    var isFirst = true
    node.forEachChild { key, child in
      if !isFirst { byte(UInt8(ascii: ",")) }
      isFirst = false
      appendQuoted(key.utf8)
      byte(UInt8(ascii: ":"))
      append(child, form)
    }
    if form == .export, let priority = node.priorityLeaf { appendPriority(priority) }
    byte(UInt8(ascii: "}"))
  }

  private mutating func appendList(_ node: some TreeReading, _ length: Int) {
    byte(UInt8(ascii: "["))
    var next = 0
    node.forEachChild { key, child in
      let index = key.listIndex ?? next
      for _ in next..<index { raw("null,") }
      append(child, .plain)
      if index < length - 1 { byte(UInt8(ascii: ",")) }
      next = index + 1
    }
    byte(UInt8(ascii: "]"))
  }

  private mutating func append(_ leaf: Tree.Leaf, priority: Tree.Leaf?) {
    guard let priority else { return append(leaf) }
    raw("{\".value\":")
    append(leaf)
    appendPriority(priority)
    byte(UInt8(ascii: "}"))
  }

  private mutating func appendPriority(_ priority: Tree.Leaf) {
    raw(",\".priority\":")
    append(priority)
  }

  private mutating func append(_ leaf: Tree.Leaf) {
    switch leaf {
    case .scalar(let scalar): append(scalar)
    case .serverValue(.timestamp): raw("{\".sv\":\"timestamp\"}")
    case .serverValue(.increment(let delta)):
      raw("{\".sv\":{\"increment\":")
      append(delta)
      raw("}}")
    }
  }
}

extension TreeReading {
  /// The length of the list this branch shows as, or nil when it shows as an object: all keys are canonical whole
  /// numbers, and the largest is below twice the number of children (data model §1.2).
  package var listLength: Int? {
    guard count > 0 else { return nil }
    // Integer-like keys come first, in order: the last key decides, and without it no other need be looked at.
    guard let largest = child(at: count - 1).key.listIndex, largest < 2 * count else { return nil }
    var cursor = cursor(from: .unbounded, .forward)
    while cursor.next() { if cursor.key.listIndex == nil { return nil } }
    return largest + 1
  }
}
