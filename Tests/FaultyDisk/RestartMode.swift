/// What a power cut does to everything that had not been synced.
public enum RestartMode: Sendable, Hashable, CaseIterable {
  /// Nothing of it reached the disk: un-synced writes and new files are gone, un-synced deletions are undone.
  case lostAll
  /// All of it reached the disk, in order.
  case keptAll
  /// Some of it did, in any order, some writes torn between sectors: decided by the seed of the restart.
  case random
}
