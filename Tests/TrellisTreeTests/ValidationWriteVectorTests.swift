import Testing
import TrellisTree
import VectorSupport

private let file = VectorFile("validation")
private let cases = file.cases("writes")

@Suite("Validation vectors: writes", .needs(file)) struct ValidationWriteVectorTests {
  @Test("the file can be read") func readable() throws { try expectReadable(file, [["writes"], ["paths"], ["queries"]]) }

  /// Why a case is not run; nil when it is.
  static let reason: @Sendable (VectorCase) -> String? = { vector in
    let parts = [vector["value"], vector["priority"]]
    let isPush = vector["op"].string == "push"
    if !isPush, let what = parts.lazy.compactMap(\.unrepresentable).first { return "Swift has no \(what) to hand in" }
    if vector["op"].string?.lowercased().hasSuffix("update") == true, vector["value"].isNull || vector["value"].isArray {
      return "a tree cannot be told from an object when it is null or a list"
    }
    if vector["accepted"].bool == true, parts.contains(where: { $0.contains(hasServerValueWithSiblings) }) {
      return "a server value with siblings is refused on purpose (§2.4)"
    }
    return nil
  }

  private static func hasServerValueWithSiblings(_ json: RawJSON) -> Bool {
    json.has(".sv") && json.members.contains { $0.key != ".sv" && $0.key != ".priority" }
  }

  @Test("left out", .leftOut(cases.leftOut(reason))) func leftOut() {}

  @Test("accepted or refused, and why", arguments: cases.run(reason))
  func verdict(vector: VectorCase) throws {
    let isAccepted = try vector.flag("accepted")
    do {
      let write = try Self.write(vector)
      try #require(isAccepted, "accepted, but it must be refused: \(vector["reason"])")
      try expectSent(write, vector)
    } catch let error as any VerdictError {
      #expect(!isAccepted, "refused: \(error)")
      #expect(error.code == vector["reason"].string)
    }
  }

  /// The write of a case; nil when there is nothing to write.
  static func write(_ vector: VectorCase) throws -> TreeWrite? {
    let path = try TreePath(try vector.text("path"))
    switch try vector.text("op") {
    case "set", "onDisconnectSet", "transaction": return try .set(path, try vector["value"].value())
    case "setWithPriority", "onDisconnectSetWithPriority":
      return try .set(path, try vector["value"].value(), priority: try vector["priority"].value())
    case "setPriority": return try .setPriority(path, try vector["priority"].value())
    case "remove", "onDisconnectRemove": return try .remove(path)
    case "push":
      // Without a value a push makes a key and writes nothing (§2.4).
      if vector["value"].isNull || vector["value"].unrepresentable != nil { return nil }
      return try .set(path.appending(PushKey.next()), try vector["value"].value())
    case "update", "onDisconnectUpdate":
      let value = try vector["value"].decoded()
      guard value.isObject else { return try .update(path, tree: try value.value()) }
      return try .update(path, members: try value.members.map { ($0.key, try $0.value.value()) })
    case let op: throw MalformedVector(description: "\(vector): unknown op \(op)")
    }
  }

  /// Compares a write with the requests that the database's client makes of it.
  private func expectSent(_ write: TreeWrite?, _ vector: VectorCase) throws {
    guard let requests = vector.json["sent"]?.elements else { return }
    guard let write, !write.changes.isEmpty, let request = requests.first else {
      #expect(requests.isEmpty && write?.changes.isEmpty != false)
      return
    }
    #expect(requests.count == 1)
    let path = request["path"]?.string ?? ""
    let data = request["data"] ?? .null
    if request["kind"]?.string?.lowercased().hasSuffix("merge") == true {
      // Sent as the caller gave it: each member is one change.
      let expected = try data.members.map { try change(path + "/" + $0.key, $0.value.tree()) }
      #expect(Set(write.changes) == Set(expected))
    } else {
      let change = try change(path, data.tree())
      #expect(write.changes == [change])
      if !data.has(".sv") { #expect(try RawJSON(write.changes[0].value.json(.export)) == data) }
    }
  }

  private func change(_ path: String, _ value: Tree) throws -> TreeWrite.Change {
    let suffix = "/.priority"
    guard path.hasSuffix(suffix) else { return TreeWrite.Change(try TreePath(path), value) }
    return TreeWrite.Change(try TreePath(String(path.dropLast(suffix.count))), value, target: .priority)
  }
}

/// The errors by which this module refuses something, each with the code that vectors have for the cause.
protocol VerdictError: Error { var code: String { get } }

extension TreeWrite.Invalid: VerdictError { var code: String { reason.rawValue } }
extension TreePath.Invalid: VerdictError { var code: String { reason.rawValue } }
extension TreeQuery.Invalid: VerdictError { var code: String { reason.rawValue } }
extension JSONProblem: VerdictError { var code: String { reason.rawValue } }
