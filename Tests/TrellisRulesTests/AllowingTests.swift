import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisRules
import TrellisTesting
import TrellisTree

/// What apps test their rules with.
@Suite(.hangGuard) struct AllowingTests {
  private static let rules = """
    {"rules": {"murals": {".read": true, "$id": {
      ".write": "auth != null && (!data.exists() || data.child('owner').val() === auth.uid)",
      "name": {".validate": "newData.isString()"}}}}}
    """

  private let database: Database

  init() throws {
    database = try Database.inMemory(["murals": ["m1": ["owner": "alice"]]], policy: RulesPolicy(SecurityRules(Self.rules)))
  }

  @Test("what is allowed and what is refused, without a write")
  func verdicts() async throws {
    #expect(await database.as("alice").allows(.write, "murals/m1/name", "Great"))
    #expect(await database.as("alice").allows(.update, "murals", ["m2": ["owner": "bob"]]))
    #expect(await database.as("bob").denies(.write, "murals/m1/name", "Mine"))
    #expect(await database.as("alice").denies(.update, "murals", ["m1": ["name": 5]]))
    #expect(await database.as("alice").denies(.write, "murals/m1/name", 5))
    #expect(await database.as(nil).denies(.write, "murals/m1"))
    #expect(await database.allows(.read, "murals"))
    #expect(await database.denies(.read, "/"))
    #expect(try await database.as(.administrator).get("/").tree == ["murals": ["m1": ["owner": "alice"]]])
    #expect(try await database.commitNumber() == 0)
  }

  /// What a check says besides false.
  private func comments(_ check: @Sendable () async -> Bool) async -> [String] {
    let comments = Locked<[String]>([])
    await withKnownIssue {
      let passes = await check()
      if passes { Issue.record("it says true") }
    } matching: { issue in
      comments.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    return comments.withLock { $0 }
  }

  @Test("a check that fails shows why")
  func explanations() async throws {
    let refused = await comments { await database.as("bob").allows(.write, "murals/m1/name", "Mine") }
    #expect(refused.count == 1 && refused[0].contains("DENIED") && refused[0].contains("auth.uid  =>  \"bob\""), "\(refused)")
    let allowed = await comments { await database.as("alice").denies(.write, "murals/m1/name", "Mine") }
    #expect(allowed == ["write of /murals/m1/name as alice: allowed"])
    let impossible = await comments { await database.as(.administrator).denies(.write, "murals", .double(.infinity)) }
    #expect(impossible.count == 1 && impossible[0].hasPrefix("refused for another reason: "), "\(impossible)")
    let connection = database.openConnection()
    let elsewhere = await comments { await connection.database.allows(.write, "murals/m1", 1) }
    #expect(elsewhere.count == 1 && elsewhere[0].contains("in this process"), "\(elsewhere)")
    try await connection.close()
  }

  @Test("trying out waits for an import, and meets what it left")
  func importing() async throws {
    let text = "{" + (0..<24_000).map { "\"k\($0)\":\"some forty characters of text for \($0)\"" }.joined(separator: ",") + "}"
    let pieces = Locked<[[UInt8]]>([Array(text.utf8.prefix(text.utf8.count / 2)), Array(text.utf8.dropFirst(text.utf8.count / 2))])
    async let number = database.as(.administrator).importJSON(at: "large") { pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    for _ in 0..<20 { #expect(await database.as("alice").allows(.write, "murals/m1/name", "Great")) }
    #expect(try await number == 1)
    #expect(await database.as("alice").allows(.write, "murals/m1/name", "Great"))
  }
}
