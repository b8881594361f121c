import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree
import VectorSupport

private let file = VectorFile("connection")

/// `connection.json`, the cases in which all goes well: `/.info`, and what is left for the end of a connection.
///
/// What was left is one write here, and one for each place there; so of a disconnection the last value is compared, and which
/// children it concerned.
@Suite(.hangGuard) struct ConnectionVectorTests {
  private static let cases = file.cases("cases").filter { vector in
    let steps = vector["steps"].elements
    return vector["quirk"].bool != true && steps.allSatisfy { ($0["status"]?.string ?? "ok") == "ok" && $0["op"]?.string != "transaction" }
      && !needClient.contains(vector["name"].string ?? "")
  }

  /// Writes wait here for an answer while the connection ends: what is left for its end does not count yet, or shows below a write
  /// that hides it. An embedded database confirms everything at once.
  private static let needClient: Set = ["onDisconnect not acknowledged does not fire", "random 18"]

  @Test("the cases are there")
  func present() { #expect(Self.cases.count >= 29) }

  @Test("connections", arguments: cases)
  func connections(_ vector: VectorCase) async throws {
    let play = try await ConnectionPlay()
    for (number, step) in vector["steps"].elements.enumerated() {
      try await play.carryOut(step)
      let expected = step["events"]?.elements ?? []
      for id in play.stage.listeners.keys.sorted() {
        let own = expected.filter { $0["l"]?.string == id }
        if step["op"]?.string == "disconnected" {
          let found = try await play.stage.events(of: id, count: min(own.count, 1))
          #expect(found.last == own.last && keys(found) == keys(own), "step \(number), listener \(id)")
        } else {
          #expect(try await play.stage.events(of: id, count: own.count) == own, "step \(number), listener \(id)")
        }
      }
    }
    for (id, rest) in try await play.stage.end() { #expect(rest.isEmpty, "listener \(id) is told too much") }
  }

  private func keys(_ events: [RawJSON]) -> Set<String> { Set(events.compactMap { $0["k"]?.string }) }
}

/// A connection and what happens to it.
private final class ConnectionPlay {
  let stage: VectorStage
  private let connection: Connection
  private let offset = Locked<Int64>(0)
  /// Places of writes that the vector's client still waits for, by the numbers it gives all its requests.
  private var waiting: [Int: TreePath] = [:]
  private var requests = 0

  init() async throws {
    let offset = offset
    let datastore = try await LocalDatastore.open(MemoryJournal(), now: { 1_700_000_000_000 + offset.withLock { $0 } })
    connection = Connection(Database(datastore), isConnected: false, info: .null)
    stage = VectorStage(connection.database, waitsForData: true)
  }

  func carryOut(_ step: RawJSON) async throws {
    let path = try TreePath(step["path"]?.string ?? "/")
    func value() throws -> Tree { try (step["value"] ?? .null).tree() }
    switch step["op"]?.string {
    case "connected": connection.goOnline()
    case "disconnected": try await connection.goOffline()
    case "serverInfo":
      for member in step["data"]?.members ?? [] {
        connection.show(try TreeKey(member.key), try member.value.tree())
        if member.key == "serverTimeOffset" { offset.withLock { $0 = Int64(member.value.double ?? 0) } }
      }
    case "onDisconnect.set": try await connection.onDisconnect.set(path, value())
    case "onDisconnect.setWithPriority": try await connection.onDisconnect.set(path, value(), priority: (step["priority"] ?? .null).tree())
    case "onDisconnect.update":
      var values: [TreePath: Tree] = [:]
      for member in step["value"]?.members ?? [] { values[try TreePath(member.key)] = try member.value.tree() }
      try await connection.onDisconnect.update(path, values)
    case "onDisconnect.remove": try await connection.onDisconnect.remove(path)
    case "onDisconnect.cancel": try await connection.onDisconnect.cancel(path)
    // A client shows its own writes at once, also while it is offline.
    case "set":
      requests += 1
      waiting[requests] = path
      try await stage.carryOut(step, by: connection.base)
    case "serverOverwrite":
      let isEcho = waiting.values.contains { $0.contains(path) }
      if !isEcho { try await stage.carryOut(step, by: connection.base) }
    case "ack": waiting[step["n"]?.int ?? 0] = nil
    default: try await stage.carryOut(step)
    }
    if step["op"]?.string?.hasPrefix("onDisconnect") == true { requests += 1 }
  }
}
