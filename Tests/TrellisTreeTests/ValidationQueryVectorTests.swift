import Testing
import TrellisTree
import VectorSupport

private let file = VectorFile("validation")
private let cases = file.cases("queries")

@Suite("Validation vectors: queries", .needs(file)) struct ValidationQueryVectorTests {
  /// Why a case is not run; nil when it is.
  static let reason: @Sendable (VectorCase) -> String? = { vector in
    for call in vector["constraints"].elements.map(\.elements) {
      if let what = call.lazy.compactMap(\.unrepresentable).first { return "Swift has no \(what) to hand in" }
      if call.first?.string?.hasPrefix("limitTo") == true, call.last?.int == nil { return "a limit is an Int" }
      if vector["accepted"].bool == true, call.contains(where: { $0.contains { $0.has(".sv") } }) {
        return "a server value as a bound is refused, as §5.4 says; the official client lets it pass in priority order"
      }
    }
    return nil
  }

  @Test("left out", .leftOut(cases.leftOut(reason))) func leftOut() {}

  @Test("accepted or refused, and why", arguments: cases.run(reason))
  func verdict(vector: VectorCase) throws {
    let isAccepted = try vector.flag("accepted")
    do {
      var query = TreeQuery("place")
      for call in vector["constraints"].elements { query = try Self.apply(call.elements, to: query) }
      try #require(isAccepted, "accepted, but it must be refused: \(vector["reason"])")
      if let flag = vector["loadsAllData"].bool { #expect(query.loadsAllData == flag) }
      if let wire = vector.json["wire"] { #expect(wireForm(query) == wire) }
    } catch let error as TreeQuery.Invalid {
      #expect(!isAccepted, "refused: \(error)")
      #expect(error.code == vector["reason"].string)
    } catch is TreePath.Invalid {
      // Keys are types of their own here; text becomes one before the query sees it.
      #expect(vector["reason"].string == "invalid-key-argument")
    }
  }

  static func apply(_ call: [RawJSON], to query: TreeQuery) throws -> TreeQuery {
    let argument = call.count > 1 ? call[1] : nil
    let key = call.count > 2 ? try TreeKey(call[2].string ?? "") : nil
    func bound() throws -> Tree { try (argument ?? .null).value() }
    switch call.first?.string {
    case "orderByKey": return try query.ordered(by: .key)
    case "orderByValue": return try query.ordered(by: .value)
    case "orderByPriority": return try query.ordered(by: .priority)
    case "orderByChild": return try query.ordered(byChild: argument?.string ?? "")
    case "startAt": return try query.starting(at: bound(), key: key)
    case "startAfter": return try query.starting(after: bound(), key: key)
    case "endAt": return try query.ending(at: bound(), key: key)
    case "endBefore": return try query.ending(before: bound(), key: key)
    case "equalTo": return try query.equal(to: bound(), key: key)
    case "limitToFirst": return try query.first(argument?.int ?? 0)
    case "limitToLast": return try query.last(argument?.int ?? 0)
    case let name: throw MalformedVector(description: "unknown constraint \(name ?? "")")
    }
  }

  /// Data model §5.3, from what a query says of itself.
  private func wireForm(_ query: TreeQuery) -> RawJSON {
    var members: [RawJSON.Member] = []
    func add(_ bound: TreeQuery.Bound?, _ names: (value: String, key: String, isInclusive: String), _ open: String) {
      guard let bound else { return }
      members.append(.init(names.value, bound.value.map { .scalar($0) } ?? .null))
      if let key = bound.key?.text ?? (bound.isInclusive || query.ordering == .key ? nil : open) {
        members.append(.init(names.key, .scalar(.string(key))))
      }
      members.append(.init(names.isInclusive, .scalar(.bool(bound.isInclusive))))
    }
    add(query.start, ("sp", "sn", "sin"), "[MAX_NAME]")
    add(query.end, ("ep", "en", "ein"), "[MIN_NAME]")
    switch query.limit {
    case .first(let count)?: members += [.init("l", .scalar(.int(Int64(count)))), .init("vf", .scalar("l"))]
    case .last(let count)?: members += [.init("l", .scalar(.int(Int64(count)))), .init("vf", .scalar("r"))]
    case nil: break
    }
    switch query.ordering {
    case .priority: break
    case .key: members.append(.init("i", .scalar(".key")))
    case .value: members.append(.init("i", .scalar(".value")))
    case .child(let path): members.append(.init("i", .scalar(.string(String(path.description.dropFirst())))))
    }
    return .object(members)
  }
}
