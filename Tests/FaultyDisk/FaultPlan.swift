import CSQLite

/// Counts the calls and decides which of them fail.
struct FaultPlan {
  private static let historyLimit = 4096

  private(set) var calls = 0
  private(set) var faultsFired = 0
  private(set) var isOff = false
  private var recent: [Call] = []
  private var triggers: [FaultTrigger] = []
  private var callsUntilCut: Int?

  /// The latest calls, oldest first.
  var history: [Call] { recent.suffix(Self.historyLimit) }

  mutating func add(_ trigger: FaultTrigger) { triggers.append(trigger) }

  mutating func cutPower(atCall number: Int) {
    callsUntilCut = number
    if number <= 0 { isOff = true }
  }

  /// No fault waits any more; a machine that is off stays off.
  mutating func clearFaults() {
    triggers = []
    if !isOff { callsUntilCut = nil }
  }

  mutating func powerOn() {
    isOff = false
    clearFaults()
  }

  /// Counts one call; nil when it may go on.
  mutating func admit(_ kind: CallKind, on file: String) -> Refusal? {
    calls += 1
    let call = Call(number: calls, kind: kind, file: file)
    remember(call)
    countDownToCut()
    // The machine is off: no fault has its turn, or a fault would seem to have fired in a dead machine.
    if isOff { return Refusal(code: SQLITE_IOERR) }
    var refusal: Refusal?
    for index in triggers.indices {
      // Every trigger counts the call, even when an earlier one already refuses it.
      let next = triggers[index].meet(call)
      refusal = refusal ?? next
    }
    triggers.removeAll { $0.isSpent }
    if refusal != nil { faultsFired += 1 }
    return refusal
  }

  private mutating func countDownToCut() {
    guard let left = callsUntilCut, !isOff else { return }
    callsUntilCut = left - 1
    if left <= 1 { isOff = true }
  }

  private mutating func remember(_ call: Call) {
    recent.append(call)
    if recent.count >= 2 * Self.historyLimit { recent.removeFirst(Self.historyLimit) }
  }
}
