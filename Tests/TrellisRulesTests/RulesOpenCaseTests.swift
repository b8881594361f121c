import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisRules
import TrellisTree

/// Cases from users' trouble.
@Suite(.hangGuard) struct RulesOpenCaseTests {
  private func database(_ rules: String, _ data: Tree = .null) throws -> Database {
    try Database.inMemory(data, policy: RulesPolicy(SecurityRules(rules)))
  }

  @Test("O-08: rules grant downwards and do not filter")
  func granting() async throws {
    let database = try database(
      #"{"rules": {"items": {"$id": {".read": true}}, "team": {".read": "auth != null", "$m": {".read": false}}}}"#,
      ["items": ["a": 1, "b": 2], "team": ["m1": ["x": 1]], "other": 5])
    await expectError(.permissionDenied, at: "items") { try await database.get("items") }
    #expect(try await database.get("items/a").int == 1)
    await expectError(.permissionDenied) { try await database.get(TreeQuery("items").ordered(by: .key).first(1)) }
    var listening = database.observe("items").makeAsyncIterator()
    await expectError(.permissionDenied) { try await listening.next() }
    #expect(try await listening.next() == nil)
    await expectError(.permissionDenied) { try await database.get("team/m1") }
    await expectError(.permissionDenied) { try await database.get("other") }
    #expect(try await database.as(Auth(uid: "ann")).get("team/m1").tree == ["x": 1])
  }

  @Test("O-09: validation is skipped where nothing is left; a grant is needed at or above the place")
  func validating() async throws {
    let database = try database(
      """
      {"rules": {"items": {"$id": {".write": true,
        ".validate": "newData.hasChildren(['name'])",
        "name": {".validate": "newData.isString() && newData.val().length <= 5"},
        "$other": {".validate": false}}}}}
      """)
    try await database.set("items/a", ["name": "ann"])
    for refused in [["name": "too long"], ["x": 1], ["name": "bob", "x": 1], ["name": 5], "text"] as [Tree] {
      await expectError(.permissionDenied, at: "items/b") { try await database.set("items/b", refused) }
    }
    try await database.set("items/b", ["name": "bob", "x": nil])
    try await database.remove("items/a")
    try await database.set("items/zz", nil)
    await expectError(.permissionDenied, at: "items") { try await database.remove("items") }
    #expect(try await database.as(.administrator).get("items").tree == ["b": ["name": "bob"]])
  }

  @Test("a file of a megabyte compiles; a larger one is refused")
  func large() throws {
    let part =
      #"".write": "auth != null && newData.child('name').val().matches(/^[a-z]{1,20}$/)", ".validate": "newData.hasChildren(['a', 'b'])""#
    func file(_ count: Int) -> String { "{\"rules\": {" + (0..<count).map { "\"p\($0)\": {\(part)}" }.joined(separator: ",") + "}}" }
    let text = file(6800)
    try #require((900_000...(1 << 20)).contains(text.utf8.count))
    #expect(try SecurityRules(text).explain(write: .set("p9", ["a": 1, "b": 2]), to: .missing, as: nil).isAllowed == false)
    let error = #expect(throws: RulesError.self) { try SecurityRules(file(8000)) }
    #expect(error?.problems.first?.message.contains("1048576") == true)
  }
}
