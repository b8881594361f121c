/// What an arena holds: memory, versions, pins.
package struct Statistics: Sendable {
  /// Bytes of all blocks in use: the newest version, what pins retain, and garbage not freed yet.
  package var liveBytes = 0
  /// Bytes taken from the system.
  package var reservedBytes = 0
  /// Of `liveBytes`, those of replaced blocks that are kept for older versions or not freed yet.
  package var retainedBytes = 0
  /// Removed or replaced subtrees that are kept, whose bytes are not in `retainedBytes`.
  package var retainedSubtrees = 0
  /// Versions kept: pinned ones, the published one, applied ones.
  package var versions = 0
  /// Distinct versions that readers have pinned.
  package var pins = 0
  /// The oldest pinned version's number.
  package var oldestPin: UInt64?
  /// Whether `reclaim` has work.
  package var hasGarbage = false
}
