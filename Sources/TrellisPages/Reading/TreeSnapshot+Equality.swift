// Snapshots are no `Equatable`: comparing two large ones is work, and whoever does it should choose which.
extension TreeSnapshot {
  /// Whether both show the same stored node: the same page of memory, or the same value in a word. O(1). Two that are
  /// not identical may still be equal.
  package func isIdentical(to other: TreeSnapshot) -> Bool { word == other.word }

  /// Whether the database sees no difference: priorities count, `1` equals `1.0`. Pages that both share are not looked
  /// into, so two versions of a tree are compared in the time that their differences take.
  package func isEqual(to other: TreeSnapshot) -> Bool {
    var isEqual = true
    diffUntil(self, other) { change in
      isEqual = !change.isVisible
      return !isEqual
    }
    return isEqual
  }
}
