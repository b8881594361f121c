/// A state of a pattern's automaton.
///
/// Offsets are relative to the instruction itself, so that a part of a program can be copied as it is: that is how
/// repetitions are written out.
enum PatternInstruction: Hashable, Sendable {
  /// Takes a code unit that is in the set of this number, then goes on with the instruction that follows.
  case take(Int)
  /// Goes on both with the instruction that follows and with the one at the offset.
  case fork(Int)
  /// Goes on with the instruction at the offset.
  case jump(Int)
}
