/// How a call fails, and what it leaves behind.
struct Refusal {
  let code: Int32
  /// Set when a failed write may have got part of its way.
  var tearSeed: UInt64?
  /// Set when a failed sync drops what was waiting for it.
  var forgets = false
}
