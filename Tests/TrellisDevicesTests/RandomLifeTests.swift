import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisDevices
import TrellisTree
import VectorSupport

/// Two users and three installations, to whom everything happens in random order: networks come and go, processes are killed at any
/// call, several run on one cache. From time to time all is let come to rest, and then what the store promises must hold.
///
/// `TRELLIS_DEVICE_STEPS` says how many steps, `TRELLIS_SEED` repeats a run.
@Suite(.hangGuard) struct RandomLifeTests {
  @Test("whatever happens, devices are reachable by their users and by nobody else")
  func anything() async throws {
    let steps = ProcessInfo.processInfo.environment["TRELLIS_DEVICE_STEPS"].flatMap { Int($0) } ?? 4000
    let random = SeededRandom.announced("Random life of devices, \(steps) steps")
    let life = try await RandomLife(random)
    try await life.run(steps)
  }
}
