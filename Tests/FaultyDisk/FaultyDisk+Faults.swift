import Foundation

extension FaultyDisk {
  /// Makes the `number`th call from now fail (1 is the next), once or from then on. Several may wait at once.
  ///
  /// - Parameters:
  ///   - kind: When given, only calls of this kind count, and fail.
  ///   - file: When given, only calls on the file of this name count, and fail.
  ///   - seed: When given, a failed write has written some of its bytes from the front, this seed says how many.
  public func fail(
    at number: Int, with fault: DiskFault, lasting: Bool = false, of kind: CallKind? = nil, on file: String? = nil,
    tearing seed: UInt64? = nil
  ) {
    let trigger = FaultTrigger(at: number, fault: fault, lasting: lasting, kind: kind, file: file, tearSeed: seed)
    lock.withLock { plan.add(trigger) }
  }

  /// Takes back all faults, and a power cut that has not come yet.
  public func heal() {
    lock.withLock { plan.clearFaults() }
  }

  /// The power goes at the `number`th call from now (1 is the next, 0 is at once): it and every later call
  /// gives `SQLITE_IOERR` until ``restart(seed:mode:)``.
  ///
  /// The call at which the power goes does nothing. A write that was on its way is the case of the next
  /// number, where it is a write not yet synced.
  public func powerCutAfter(calls number: Int) {
    lock.withLock { plan.cutPower(atCall: number) }
  }

  /// Switches the machine on again after a power cut (or cuts the power now, and switches on again).
  ///
  /// What the disk then holds is durable. Faults are forgotten, locks and shared memory are gone, and files
  /// still open from before give only errors; such connections can be closed at any time.
  public func restart(seed: UInt64 = 0, mode: RestartMode = .random) {
    lock.withLock {
      var random = SplitMix64(seed: seed)
      directory = directory.afterPowerCut(mode, using: &random)
      generation += 1
      plan.powerOn()
    }
  }
}
