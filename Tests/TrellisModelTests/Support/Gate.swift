/// Holds those who pass until a test lets them go on.
actor Gate {
  private var isOpen = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [CheckedContinuation<Void, Never>] = []

  /// Returns once the gate is open.
  func pass() async {
    if isOpen { return }
    await withCheckedContinuation {
      held.append($0)
      for arrival in arrivals { arrival.resume() }
      arrivals = []
    }
  }

  /// Returns once somebody is held.
  func arrival() async {
    if !held.isEmpty { return }
    await withCheckedContinuation { arrivals.append($0) }
  }

  /// Lets all pass, from now on.
  func open() {
    isOpen = true
    for one in held { one.resume() }
    held = []
  }
}
