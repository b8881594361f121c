// The life of versions and the return of memory.
extension Writer {
  // MARK: Edit

  func begin() {
    state.pointee.epoch += 1
    state.pointee.base = state.pointee.versions.newest
    state.pointee.root = state.pointee.versions[state.pointee.base].pointee.root
    invalidateViews()
  }

  /// The candidate becomes the newest version.
  func apply() -> VersionList.Index {
    invalidateViews()
    let base = state.pointee.base
    if state.pointee.versions[base].pointee.root == state.pointee.root { return base }  // nothing changed
    return state.pointee.versions.append(epoch: epoch, root: state.pointee.root)
  }

  /// The candidate never was.
  func discard() {
    invalidateViews()
    if !planted(.leakOnDiscard) { freeMade(state.pointee.root, by: epoch) }
    if !planted(.keepRetiredOnDiscard) { unretire(state.pointee.base) }
    state.pointee.root = .missing
  }

  /// The newest version never was. Its base still is what it was: versions from the published one on are all
  /// held, so the base's heap holds exactly what this version's edit retired.
  func undoNewest() {
    let newest = state.pointee.versions.newest
    let version = state.pointee.versions[newest].pointee
    freeMade(version.root, by: version.epoch)
    if !planted(.rewindKeepsRetired) { unretire(version.older) }
    state.pointee.versions.remove(newest)
  }

  /// Frees the blocks an edit made. They hang together from its root: what points to a block is never older.
  private func freeMade(_ word: Word, by edit: UInt64) {
    guard word.isPointer, word.birth == edit else { return }
    if word.isPage { Page(word).forEachBlock { freeMade($0, by: edit) } }
    free(word)
  }

  /// The blocks the edit after `base` retired are in use again.
  private func unretire(_ base: VersionList.Index) {
    let heap = state.pointee.versions[base].pointee.retired
    state.pointee.versions[base].pointee.retired = RetiredHeaps.empty
    var heaps = [heap]
    while let heap = heaps.popLast() {
      guard heap != RetiredHeaps.empty else { continue }
      let (content, left, right) = state.pointee.retired.split(heap)
      forget(content)
      heaps.append(left)
      heaps.append(right)
    }
  }

  /// A record goes; statistics follow.
  @inline(__always)
  private func forget(_ content: RetiredHeaps.Content) {
    if content.isSubtree {
      state.pointee.retiredSubtrees -= 1
    } else {
      state.pointee.retiredBytes -= size(content.word)
    }
  }

  // MARK: Views

  /// An edit begins or ends: views of the edit before are views no more.
  private func invalidateViews() {
    state.pointee.generation += 1
    state.pointee.baseGeneration = state.pointee.generation
  }

  // MARK: Let go

  /// Nothing needs this version any more: what only it saw becomes garbage, the rest is left to the next older
  /// held version, which sees it too. O(log n).
  func drop(_ version: VersionList.Index) {
    let node = state.pointee.versions[version].pointee
    state.pointee.versions.remove(version)
    guard node.retired != RetiredHeaps.empty, !planted(.forgetRetired) else { return }
    guard node.older != VersionList.none, !planted(.freeTooEarly) else {
      state.pointee.garbageHeaps.append(node.retired)
      return
    }
    let older = state.pointee.versions[node.older]
    older.pointee.retired = state.pointee.retired.meld(older.pointee.retired, node.retired)
    let youngest = state.pointee.retired[older.pointee.retired].birth
    if youngest > older.pointee.epoch && !older.pointee.needsSweep {
      older.pointee.needsSweep = true
      state.pointee.sweeps.append(node.older)
    }
  }

  /// Drops a version once neither a head nor a pin needs it.
  func dropIfUnneeded(_ version: VersionList.Index) {
    let node = state.pointee.versions[version]
    if !node.pointee.isHead && !node.pointee.isPinned { drop(version) }
  }

  // MARK: Reclaim

  var hasGarbage: Bool {
    !state.pointee.garbage.isEmpty || !state.pointee.garbageHeaps.isEmpty || !state.pointee.sweeps.isEmpty
  }

  /// Frees up to about `budget` blocks that no held version sees; returns what is left of the budget.
  func reclaim(_ budget: Int) -> Int {
    var budget = budget
    while budget > 0 {
      budget -= 1
      if let word = state.pointee.garbage.popLast() {
        freeGarbage(word)
      } else if let heap = state.pointee.garbageHeaps.popLast() {
        let (content, left, right) = state.pointee.retired.split(heap)
        if left != RetiredHeaps.empty { state.pointee.garbageHeaps.append(left) }
        if right != RetiredHeaps.empty { state.pointee.garbageHeaps.append(right) }
        forget(content)
        if content.isSubtree { freeGarbage(content.word) } else { free(content.word) }
      } else if let version = state.pointee.sweeps.last {
        if !sweepOne(version) { state.pointee.sweeps.removeLast() }
      } else {
        return budget + 1
      }
    }
    return budget
  }

  private func freeGarbage(_ word: Word) {
    if word.isPage { Page(word).forEachBlock { state.pointee.garbage.append($0) } }
    free(word)
  }

  /// Frees the youngest block of a version's heap if the version does not see it. What hangs below a retired
  /// subtree may be older and is put back to wait its own turn.
  private func sweepOne(_ version: VersionList.Index) -> Bool {
    let node = state.pointee.versions[version]
    guard node.pointee.needsSweep else { return false }
    guard node.pointee.retired != RetiredHeaps.empty, state.pointee.retired[node.pointee.retired].birth > node.pointee.epoch
    else {
      node.pointee.needsSweep = false
      return false
    }
    let content = state.pointee.retired.pop(&node.pointee.retired)
    forget(content)
    if content.isSubtree {
      Page(content.word).forEachBlock { block in
        let isSubtree = block.isPage
        if isSubtree { state.pointee.retiredSubtrees += 1 } else { state.pointee.retiredBytes += size(block) }
        state.pointee.retired.push(RetiredHeaps.Content(block, isSubtree: isSubtree), birth: block.birth, onto: &node.pointee.retired)
      }
    }
    free(content.word)
    return true
  }
}
