#if PlantedFaults && (os(macOS) || os(Linux))
  import Testing
  import TrellisPages
  import TrellisTree

  /// Each planted fault is caught by the oracle. Run with the trait `PlantedFaults`.
  ///
  /// Some faults crash before the oracle can say anything, which is being caught too. So each is played in a process of
  /// its own, which must not end well: the oracle's error or the crash, either will do.
  @Suite struct FaultTests {
    @Test(arguments: Fault.allCases.filter { $0 != .none }) func isCaught(_ fault: Fault) async {
      await #expect(processExitsWith: .failure) { [name = fault.rawValue as String] in
        try FaultTests.play(#require(Fault(rawValue: name)))
      }
    }

    /// The same lives without a fault end well: what is caught above is the fault.
    @Test func withoutAFault() async {
      await #expect(processExitsWith: .success) { try FaultTests.play(.none) }
    }

    private static func play(_ fault: Fault) throws {
      try Fault.$active.withValue(fault) {
        for seed: UInt64 in 1...3 {
          var oracle = Oracle(seed: seed, threads: 1)
          do { try oracle.run(edits: 150) } catch {
            print("fault \(fault) is caught with seed \(seed): \(error)")
            throw error
          }
        }
      }
    }
  }
#endif
