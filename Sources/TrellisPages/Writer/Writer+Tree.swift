import TrellisTree

// Changes by path. Each keeps the laws of nodes: no empty branches, a leaf with a priority is a page of two hidden
// entries, writing below a leaf turns it into a branch that keeps its priority.
extension Writer {
  /// Puts a value (made by this edit, or inline) at a path, replacing what is there with its priority.
  func place(_ path: EncodedPath, _ value: Word) {
    var slot = rootSlot
    for i in 0..<path.count {
      guard slot.pointee.isPage else {
        // Nothing there, or a plain leaf: the rest of the path is new.
        retireSubtree(slot.pointee)
        slot.pointee = chain(path.from(i), value)
        return
      }
      dropLeafValue(slot)
      if i == path.count - 1 { return setEntry(slot, path[i], value) }
      guard let below = writableSlot(slot, path[i]) else {
        return insertEntry(slot, path[i], chain(path.from(i + 1), value))
      }
      slot = below
    }
    retireSubtree(slot.pointee)
    slot.pointee = value
  }

  /// New branches of one child each, down to the value.
  private func chain(_ path: EncodedPath, _ value: Word) -> Word {
    var word = value
    for i in (0..<path.count).reversed() {
      let key = owned(path[i])
      let page = newPage(capacity: 4, keyWords: key.width, level: 0)
      page.insert(0, key, word)
      page.count = 1
      word = Word(page)
    }
    return word
  }

  /// A leaf with a priority becomes a branch that has only the priority so far.
  @inline(__always)
  private func dropLeafValue(_ slot: Slot) {
    if Page(slot.pointee).count == 0, slot.pointee.entry(.value) != .missing { removeEntry(slot, .value) }
  }

  /// Removes the node at a path and every branch that this leaves without children.
  func remove(_ path: EncodedPath) {
    guard state.pointee.root.entry(path) != .missing else { return }
    remove(rootSlot, path)
  }

  private func remove(_ slot: Slot, _ path: EncodedPath) {
    guard !path.isEmpty else {
      retireSubtree(slot.pointee)
      slot.pointee = .missing
      return
    }
    if path.count == 1 {
      removeEntry(slot, path[0])
    } else {
      let below = writableSlot(slot, path[0]).unsafelyUnwrapped
      remove(below, path.from(1))
      if below.pointee == .missing { removeEntry(slot, path[0]) }
    }
    if Page(slot.pointee).count == 0 {
      retireSubtree(slot.pointee)
      slot.pointee = .missing
    }
  }

  /// Sets or clears the priority of the node at a path; does nothing where there is no node.
  func setPriority(_ path: EncodedPath, _ priority: Tree.Scalar?) {
    let node = state.pointee.root.entry(path)
    guard node != .missing, priority != nil || node.nodePriority != nil else { return }
    var slot = rootSlot
    for i in 0..<path.count { slot = writableSlot(slot, path[i]).unsafelyUnwrapped }

    guard let priority else {
      removeEntry(slot, .priority)
      // A leaf without a priority needs no page.
      let page = Page(slot.pointee)
      if page.count == 0 {
        slot.pointee = page.values[0]
        retireBlock(Word(page))
      }
      return
    }
    let word = newWord(priority)
    if slot.pointee.isPage { return setEntry(slot, .priority, word) }
    slot.pointee = newLeaf(slot.pointee, priority: word)
  }
}
