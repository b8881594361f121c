import TrellisPages
import TrellisTree

extension TreeSnapshot {
  /// The tree in the pages of an arena, written child by child, so that pages are split as in a database that has grown.
  init(grown tree: Tree) {
    let arena = Arena()
    var edit = arena.begin()
    edit.set([], Tree(leaf: .scalar(true), priority: tree.priorityLeaf))
    if tree.count == 0 { edit.set([], tree) }
    for (key, child) in tree.children { edit.set([key], child) }
    _ = edit.publish()
    self = arena.pin()
  }
}
