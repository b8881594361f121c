import Testing
import TrellisTree
import VectorSupport

private let file = VectorFile("servervalues")
private let cases = file.cases("cases")

/// The pure part: what the placeholders of a write become, given the state before it. Pending writes, events and transactions need
/// an engine.
@Suite("Server value vectors", .needs(file)) struct ServerValueVectorTests {
  @Test("the file can be read") func readable() throws { try expectReadable(file, [["cases"]]) }

  /// Why a case is not run; nil when it is.
  static let reason: @Sendable (VectorCase) -> String? = { vector in
    if vector["existingKnown"].bool == false || vector.has("pendingSets") || vector["op"].string == "transaction" {
      return "needs an engine"
    }
    if !vector.has("error"), vector["value"].contains({ $0.has(".sv") && $0.members.contains { ![".sv", ".priority"].contains($0.key) } }) {
      return "a server value with siblings is refused on purpose (§2.4)"
    }
    return nil
  }

  @Test("left out", .leftOut(cases.leftOut(reason))) func leftOut() {}

  @Test("the resolved write gives this state", arguments: cases.run(reason))
  func resolved(vector: VectorCase) throws {
    let path = try TreePath(try vector.text("path"))
    var root = Tree.null
    root[path: path] = try vector["existing"].tree()

    if let expected = vector.json["error"]?.string {
      let error = try #require(throws: (any Error).self) { _ = try Self.write(vector, path) }
      #expect((error as? any VerdictError)?.code == expected)
      return
    }
    let offset = vector["offset"].double ?? 0
    let now = Int64(((vector["now"].double ?? 0) + offset).rounded(.towardZero))
    for change in try Self.write(vector, path).resolved(now: now, against: root) { root.apply(change) }

    var expected = try vector["local"].tree()
    // Timestamps are cut to whole milliseconds here, not in the client that made the vectors (§8).
    if offset != offset.rounded(), let number = expected.double { expected = .double(number.rounded(.towardZero)) }
    #expect(root[path: path] == expected)
  }

  private static func write(_ vector: VectorCase, _ path: TreePath) throws -> TreeWrite {
    switch try vector.text("op") {
    case "set": try .set(path, vector["value"].tree())
    case "setWithPriority": try .set(path, vector["value"].tree(), priority: vector["priority"].tree())
    case "setPriority": try .setPriority(path, vector["value"].tree())
    case "update": try .update(path, members: vector["value"].members.map { ($0.key, try $0.value.tree()) })
    case let op: throw MalformedVector(description: "\(vector): unknown op \(op)")
    }
  }
}
