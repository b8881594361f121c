package import TrellisTree

/// A change in progress on top of the applied version: the candidate.
///
/// Either `apply()` (or `publish()`) or `discard()` ends it; dropping it discards it. Only one edit is open at a time.
package struct Edit: ~Copyable {
  let core: ArenaCore
  private var isOpen = true

  init(_ core: ArenaCore) {
    self.core = core
    core.claimWriter()
    core.writer.begin()
  }

  deinit {
    guard isOpen else { return }
    core.writer.discard()
    core.yieldWriter()
  }

  /// Replaces the node at a path, with its priority; null removes it. The tree holds no unresolved server values.
  package mutating func set(_ path: [TreeKey], _ tree: Tree) {
    place(path) { $0.build(tree, placeholders: .trap) }
  }

  /// Replaces the node at a path, with its priority, by a leaf.
  package mutating func set(_ path: [TreeKey], scalar: Tree.Scalar, priority: Tree.Scalar? = nil) {
    place(path) { writer in writer.newLeaf(writer.newWord(scalar), priority: priority) }
  }

  /// Removes the node at a path; branches left without children go too.
  package mutating func remove(_ path: [TreeKey]) {
    changed()
    path.withPath { core.writer.remove($0) }
  }

  /// Sets or clears a priority; does nothing where there is no node.
  package mutating func setPriority(_ path: [TreeKey], _ priority: Tree.Scalar?) {
    changed()
    path.withPath { core.writer.setPriority($0, priority) }
  }

  /// Replaces the node at a path by a copy of a snapshot, of whichever arena, with everything below it. O(size).
  package mutating func graft(_ path: [TreeKey], _ snapshot: TreeSnapshot) {
    snapshot.withWord { word in place(path) { planted(.graftShares) ? word : $0.deepCopy(word) } }
  }

  /// The candidate as it is now. Reading the view after the next change, or after the edit's end, traps.
  package var view: CandidateView { CandidateView(core, core.writer.state.pointee.generation, core.writer.state.pointee.root) }

  /// The tree as it was when the edit began. Reading it after the edit's end traps.
  package var base: CandidateView {
    let state = core.writer.state
    return CandidateView(core, state.pointee.baseGeneration, isBase: true, state.pointee.versions[state.pointee.base].pointee.root)
  }

  /// Makes the candidate the applied version. Readers do not see it yet. An edit that changed nothing makes no version:
  /// the answer is the one it started from.
  package consuming func apply() -> Version {
    isOpen = false
    let version = core.writer.version(core.writer.apply())
    core.yieldWriter()
    return version
  }

  /// Makes the candidate the applied and the published version.
  package consuming func publish() -> Version {
    isOpen = false
    let version = core.writer.version(core.writer.apply())
    core.publish(version, core.writer)
    core.yieldWriter()
    return version
  }

  /// Forgets the candidate.
  package consuming func discard() {}

  /// Puts what `make` makes in the place of the node at a path; a missing word removes it.
  @inline(__always)
  mutating func place<Failure: Error>(_ path: [TreeKey], _ make: (Writer) throws(Failure) -> Word) throws(Failure) {
    changed()
    let word = try make(core.writer)
    path.withPath { path in
      if word == .missing { core.writer.remove(path) } else { core.writer.place(path, word) }
    }
  }

  @inline(__always)
  private func changed() { core.writer.state.pointee.generation &+= 1 }
}
