import TestSupport
import Testing
import TrellisDatabase
import TrellisDevices
import TrellisTree
import VectorSupport

private let file = VectorFile("device-lifecycle")

/// Lives of devices, with what stands in the database, in the caches, and what was told, at the end of each step.
@Suite(.hangGuard, .needs(file)) struct DeviceVectorTests {
  @Test("the file is of the form that is read here")
  func form() throws {
    let json = try file.read()
    #expect(json["format"]?.string == "trellis-device-lifecycle/1")
    #expect(!file.cases("scenarios").isEmpty)
  }

  @Test("a life ends as it should", arguments: file.cases("scenarios"), World.Storage.allCases)
  func scenario(_ scenario: VectorCase, _ storage: World.Storage) async throws {
    let runner = try await ScenarioRunner(scenario, storage)
    try await runner.run()
  }
}
