import TrellisDatabase
import TrellisEngine
import TrellisTree
import VectorSupport

/// A database and those who listen.
final class VectorStage {
  let database: Database

  private(set) var listeners: [String: EventListener] = [:]
  /// Places of which the server has told everything.
  private var known: [TreePath] = []
  /// Listens at places that nothing is known of yet. The vectors' client waits for data there, which here is there at once.
  private var early: [RawJSON] = []
  private let waitsForData: Bool

  init(_ database: Database = .inMemory(), waitsForData: Bool = false) {
    self.database = database
    self.waitsForData = waitsForData
  }

  /// - Parameter writer: who carries out what the server says.
  func carryOut(_ step: RawJSON, by writer: Database? = nil) async throws {
    let database = writer ?? database
    let path = try TreePath(step["path"]?.string ?? "/")
    let value = (step["value"] ?? step["data"] ?? .null)
    switch step["op"]?.string {
    case "listen":
      let isEarly = waitsForData && !path.isInfo && !known.contains { $0.contains(path) }
      if isEarly { early.append(step) } else { try listen(step, path) }
    case "unlisten": listeners[try text(step, "id")] = nil
    case "set": try await database.set(path, value.tree())
    case "serverOverwrite":
      try await database.set(path, value.tree())
      known.append(path)
      let now = early
      early = []
      for step in now { try await carryOut(step) }
    case "setWithPriority": try await database.set(path, value.tree(), priority: (step["priority"] ?? .null).tree())
    case "setPriority": try await database.setPriority(path, value.tree())
    case "remove": try await database.remove(path)
    case "update", "serverMerge":
      try await database.write(.update(path, members: value.members.map { ($0.key, try $0.value.tree()) }))
    case "ack", "listenResult": break
    default: throw MalformedVector(description: "no such step: \(step)")
    }
  }

  private func listen(_ step: RawJSON, _ path: TreePath) throws {
    if step["record"]?.bool == false { return }
    let query = try TreeQuery(constraints: step["constraints"] ?? .null, at: path)
    let types = (step["types"]?.elements ?? []).compactMap(\.string)
    listeners[try text(step, "id")] = EventListener(
      database.changes(of: query), id: try text(step, "id"), types: types, isOnce: step["once"]?.bool == true)
  }

  private func text(_ step: RawJSON, _ name: String) throws -> String {
    guard let text = step[name]?.string else { throw MalformedVector(description: "no \(name) in \(step)") }
    return text
  }

  func events(of id: String, count: Int) async throws -> [RawJSON] { try await listeners[id]?.next(count) ?? [] }

  /// What is left for each listener when nothing more can come.
  func end() async throws -> [(String, [RawJSON])] {
    try await database.close()
    var rest: [(String, [RawJSON])] = []
    for (id, listener) in listeners { rest.append((id, try await listener.rest())) }
    return rest
  }
}
