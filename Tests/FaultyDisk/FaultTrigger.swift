/// A fault waiting for its call.
struct FaultTrigger {
  let fault: DiskFault
  let lasting: Bool
  let kind: CallKind?
  let file: String?
  let tearSeed: UInt64?
  /// How many matching calls still have to come, the failing one included.
  private var remaining: Int
  private(set) var isSpent = false

  init(at remaining: Int, fault: DiskFault, lasting: Bool, kind: CallKind?, file: String?, tearSeed: UInt64?) {
    self.remaining = remaining
    self.fault = fault
    self.lasting = lasting
    self.kind = kind
    self.file = file
    self.tearSeed = tearSeed
  }

  /// Counts the call when it matches; nil when the call may go on.
  mutating func meet(_ call: Call) -> Refusal? {
    guard !isSpent, kind == nil || kind == call.kind, file == nil || file == call.file else { return nil }
    remaining -= 1
    guard remaining <= 0 else { return nil }
    if !lasting { isSpent = true }
    return Refusal(
      code: fault.code(for: call.kind),
      tearSeed: tearSeed.map { $0 &+ UInt64(call.number) },
      forgets: fault == .syncForgets && call.kind == .sync
    )
  }
}
