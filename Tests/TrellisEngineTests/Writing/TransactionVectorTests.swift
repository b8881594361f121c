import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree
import VectorSupport

private let file = VectorFile("transactions")

/// `transactions.json`, the cases in which all goes well: what each transaction sees and leaves, and what listeners are told.
///
/// A write here is confirmed at once, so it and its acknowledgement are one step, and what the server says of a place while a
/// write of it waits is that write's echo. Runs, results and events are compared for the case as a whole.
@Suite(.hangGuard) struct TransactionVectorTests {
  private static let cases = file.cases("cases").filter { vector in
    vector["quirk"].bool != true
      && vector["steps"].elements.allSatisfy { ($0["status"]?.string ?? "ok") == "ok" }
  }

  @Test("the cases are there")
  func present() { #expect(Self.cases.count >= 22) }

  @Test("transactions", arguments: cases)
  func transactions(_ vector: VectorCase) async throws {
    let stage = VectorStage(waitsForData: true)
    var play = TransactionPlay(stage)
    var expected: (events: [RawJSON], runs: [RawJSON], results: [RawJSON]) = ([], [], [])
    for step in vector["steps"].elements {
      try await play.carryOut(step)
      expected.events += step["events"]?.elements ?? []
      expected.runs += step["runs"]?.elements ?? []
      expected.results += step["results"]?.elements ?? []
    }
    #expect(play.runs == expected.runs)
    #expect(sorted(play.results) == sorted(expected.results))
    for (id, found) in try await stage.end() { #expect(found == expected.events.filter { $0["l"]?.string == id }, "listener \(id)") }
  }

  /// Answers come when they come.
  private func sorted(_ results: [RawJSON]) -> [RawJSON] { results.sorted { ($0["id"]?.string ?? "") < ($1["id"]?.string ?? "") } }
}

/// The steps of a case, with what transactions saw and left.
private struct TransactionPlay {
  private let stage: VectorStage
  private(set) var runs: [RawJSON] = []
  private(set) var results: [RawJSON] = []
  /// Places of writes that the vector's client still waits for, by the numbers it gives them.
  private var waiting: [Int: TreePath] = [:]
  private var writes = 0

  init(_ stage: VectorStage) { self.stage = stage }

  mutating func carryOut(_ step: RawJSON) async throws {
    let path = try TreePath(step["path"]?.string ?? "/")
    switch step["op"]?.string {
    case "note": break
    case "transaction": try await run(step, path)
    case "ack": waiting[step["n"]?.int ?? 0] = nil
    case "serverOverwrite":
      let isEcho = waiting.values.contains { $0.contains(path) || path.contains($0) }
      if !isEcho { try await stage.carryOut(step) }
    case "set", "update":
      try await stage.carryOut(step)
      wait(path)
    default: try await stage.carryOut(step)
    }
  }

  private mutating func wait(_ path: TreePath) {
    writes += 1
    waiting[writes] = path
  }

  private mutating func run(_ step: RawJSON, _ path: TreePath) async throws {
    let function = try TransactionFunction(step["fn"] ?? .null)
    let id = RawJSON.Member("id", step["id"] ?? .null)
    let inputs = Locked<[Tree]>([])
    // A value that says of itself that it has no priority; a `Tree` cannot say so.
    let clearsPriority = step["fn"]?["value"]?[".priority"]?.isNull == true
    let result = try await stage.database.transaction(path, keepingPriority: !clearsPriority) { value in
      inputs.withLock { $0.append(value) }
      return function(value)
    }
    for input in inputs.withLock({ $0 }) { runs.append(.object([id, .init("input", try RawJSON(input.json()))])) }
    results.append(
      .object([id, .init("committed", .scalar(.bool(result.isCommitted))), .init("value", try RawJSON(result.value.tree.json(.export)))]))
    if result.isCommitted { wait(path) }
  }
}

/// What the vectors' transactions make of a value.
private struct TransactionFunction: Sendable {
  private enum Kind: String { case add, const, abort, addOrAbort, setChild, identity, addUntil }

  private let kind: Kind
  private let by: Double
  private let max: Double
  private let key: TreeKey?
  private let value: Tree

  init(_ json: RawJSON) throws {
    guard let kind = json["kind"]?.string.flatMap({ Kind(rawValue: $0) }) else {
      throw MalformedVector(description: "no such function: \(json)")
    }
    self.kind = kind
    by = json["by"]?.double ?? 0
    max = json["max"]?.double ?? 0
    key = try json["key"]?.string.map { try TreeKey($0) }
    value = try (json["value"] ?? .null).tree()
  }

  func callAsFunction(_ input: Tree) -> Tree? {
    let number = input.double ?? 0
    switch kind {
    case .add: return .double(number + by)
    case .const: return value
    case .abort: return nil
    case .addOrAbort: return input.isNull ? nil : .double(number + by)
    case .identity: return input
    case .addUntil: return number >= max ? nil : .double(number + by)
    case .setChild:
      var tree = input.count > 0 ? input : .null
      if let key { tree[path: TreePath([key])] = value }
      return tree
    }
  }
}
