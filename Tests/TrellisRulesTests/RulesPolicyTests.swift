import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

@testable import TrellisRules

/// Rules at work in a database.
@Suite(.hangGuard) struct RulesPolicyTests {
  private static let murals = """
    {"rules": {
      // Everybody sees murals; owners change them.
      "murals": {".read": true, "$id": {
        ".write": "auth != null && (data.child('owner').val() === auth.uid || !data.exists() && newData.child('owner').val() === auth.uid)",
        ".validate": "newData.hasChildren(['name', 'owner'])",
        "name": {".validate": "newData.isString() && newData.val().length <= 20"},
        "likes": {".validate": "newData.isNumber()"},
      }},
      "online": {"$uid": {".read": "auth.uid === $uid", ".write": "auth.uid === $uid"}},
    }}
    """

  private let policy: RulesPolicy
  private let database: Database

  init() async throws {
    policy = RulesPolicy(try SecurityRules(Self.murals))
    database = Database(LocalDatastore(policy: policy))
    try await database.as(.administrator).set("murals/m1", ["name": "Great", "owner": "ann", "likes": 1])
  }

  private var ann: Database { database.as(Auth(uid: "ann")) }
  private var bob: Database { database.as(Auth(uid: "bob")) }

  @Test("owners write, others do not, nobody without an account")
  func owners() async throws {
    try await ann.set("murals/m1/name", "Greater")
    let error = await expectError(.permissionDenied, at: "murals/m1/name", saying: ["DENIED", "murals/m1", "$id = \"m1\"", "auth.uid"]) {
      try await bob.set("murals/m1/name", "Worse")
    }
    #expect(error?.message.contains("no .write rule on this path granted the operation") == true, "\(error?.message ?? "")")
    await expectError(.permissionDenied, at: "murals/m1") { try await database.remove("murals/m1") }
    await expectError(.permissionDenied, at: "/", saying: ["rules are not filters"]) { try await database.get("/") }
    #expect(try await database.get("murals/m1/name").string == "Greater")
    try await bob.set("murals/m2", ["name": "Mine", "owner": "bob"])
    #expect(try await database.get("murals").count == 2)
  }

  @Test("validation, updates of several places, transactions, increments and priorities are asked about")
  func kinds() async throws {
    let error = await expectError(.permissionDenied, saying: ["DENIED by .validate", "newData.val().length <= 20  =>  false"]) {
      try await ann.set("murals/m1/name", "A name that is much too long")
    }
    #expect(error?.message.contains("newData.isString()  =>  true") == true, "\(error?.message ?? "")")
    await expectError(.permissionDenied, at: "murals/m1/name") { try await ann.remove("murals/m1/name") }
    await expectError(.permissionDenied, at: "murals/m9/name") { try await ann.update("murals", ["m1/likes": 2, "m9/name": "x"]) }
    #expect(try await ann.transaction("murals/m1/likes") { .int(($0.int ?? 0) + 1) }.isCommitted)
    await expectError(.permissionDenied) { try await bob.transaction("murals/m1/likes") { .int(($0.int ?? 0) + 1) } }
    try await ann.set("murals/m1/likes", .increment(by: 5))
    await expectError(.permissionDenied) { try await ann.set("murals/m1/likes", "many") }
    try await ann.setPriority("murals/m1", 3)
    await expectError(.permissionDenied) { try await bob.setPriority("murals/m1", 4) }
    #expect(try await database.get("murals/m1/likes").int == 7)
  }

  @Test("new rules decide from when they are set, also about listeners; wrong ones never get there")
  func swapping() async throws {
    var (values, own) = (ann.observe("online/ann").makeAsyncIterator(), bob.observe("online/bob").makeAsyncIterator())
    #expect(try await values.next()?.node.exists == false)
    #expect(try await own.next()?.node.exists == false)
    policy.rules = try SecurityRules(#"{"rules": {".write": "auth.uid === 'bob'", "online": {"bob": {".read": true}}}}"#)
    await expectError(.permissionDenied) { try await ann.get("online/ann") }
    try await bob.update("online", ["ann": true, "bob": true])
    await expectError(.permissionDenied, at: "online/ann") { try await values.next() }
    #expect(try await own.next()?.node.bool == true)
    let refused = #expect(throws: RulesError.self) { try SecurityRules(#"{"rules": {".read": "auth.uid"}}"#) }
    #expect(refused?.problems.map { "\($0)" } == ["1:22: Expression must evaluate to a boolean."])
    try await bob.set("murals/m1", nil)
  }

  @Test("a listener that was let in stays, whatever becomes of the data that let it in")
  func staying() async throws {
    policy.rules = try SecurityRules(#"{"rules": {".read": "data.child('isOpen').val() === true"}}"#)
    let admin = database.as(.administrator)
    try await admin.set("isOpen", true)
    var values = database.observe("murals/m1/likes").makeAsyncIterator()
    #expect(try await values.next()?.node.int == 1)
    try await admin.update("/", ["isOpen": false, "murals/m1/likes": 2])
    #expect(try await values.next()?.node.int == 2)
    await expectError(.permissionDenied) { try await database.get("murals") }
  }

  @Test("an observer without permission gets one error, and the end")
  func observers() async throws {
    var values = bob.observe("online/ann").makeAsyncIterator()
    await expectError(.permissionDenied, at: "online/ann") { try await values.next() }
    #expect(try await values.next() == nil)
  }

  @Test("what is left with a connection is asked about when it is carried out")
  func connections() async throws {
    let connection = ann.openConnection()
    try await connection.database.set("online/ann", true)
    try await connection.onDisconnect.remove("online/ann")
    try await connection.close()
    #expect(try await !ann.get("online/ann").exists)
  }

  @Test("a decision is explained, in words and in JSON")
  func explanations() async throws {
    let tree = try await database.as(.administrator).get("/")
    let rules = policy.rules
    let read = rules.explain(read: TreeQuery("online/ann"), of: tree, as: Auth(uid: "bob"))
    #expect(!read.isAllowed && read.decision.reason == .noGrant)
    #expect(read.text.contains("auth.uid === $uid  =>  false") == false, "the whole expression stands above its parts")
    #expect(read.text.contains("$uid  =>  \"ann\"") && read.text.contains("auth.uid  =>  \"bob\""), "\(read.text)")
    let write = rules.explain(write: try .set("murals/m1/name", 5), to: tree, as: Auth(uid: "ann"), milliseconds: 7)
    #expect(write.decision.deciders.map(\.rule) == ["/murals/$id/name/.validate"])
    let json = try Tree(json: write.json.replacing("\"$id\"", with: "\"id\""))
    #expect(json["allowed"].bool == false && json["reason"].string == "validate" && json["now"].int == 7)
    #expect(json["steps"]["0"]["vars"]["id"].string == "m1" && json["steps"]["0"]["value"].bool == true)
    #expect(json["steps"].children.map { $0.value["rule"].string?.utf8.count ?? 0 }.count == 3)
  }

  @Test("what is seldom meant is warned of")
  func warnings() throws {
    let rules = try SecurityRules(
      """
      {"rules": {
        ".read": true,
        "a": {".read": "auth != null", ".write": true},
        "b": {"$x": {".write": "auth != null", ".validate": "newData.isString()"}}
      }}
      """)
    #expect(
      rules.warnings.map { "\($0.line):\($0.column) \($0.rule) \($0.message.prefix(12))" } == [
        "2:12 /.read everybody ma", "3:19 /a/.read never decide", "3:44 /a/.write nothing vali", "4:27 /b/$x/.write whoever may ",
      ])
    #expect(try SecurityRules(Self.murals).warnings.map(\.rule) == ["/online/$uid/.write"])
  }

  @Test("hostile rules come to an end, in an error or not")
  func hostile() throws {
    func rules(_ expression: String) -> Result<SecurityRules, any Error> {
      Result { try SecurityRules(#"{"rules": {".read": "\#(expression)"}}"#) }
    }
    for count in [1000, 20_000] {
      _ = rules(String(repeating: "(", count: count) + "true" + String(repeating: ")", count: count))
      _ = rules(String(repeating: "!", count: count) + "true")
      _ = rules("1" + String(repeating: "+1", count: count) + " == 1")
      _ = rules(String(repeating: "data['child']('a')", count: count / 20) + ".exists()")
      _ = rules("data" + String(repeating: "['child']('a')", count: count / 20) + ".exists()")
      _ = rules(String(repeating: "true ? ", count: count / 10) + "true" + String(repeating: ": false", count: count / 10))
      _ = rules("auth" + String(repeating: "[auth", count: count / 10) + String(repeating: "]", count: count / 10) + " == null")
    }
    let long = try rules(String(repeating: "auth == null || ", count: 4000) + "false").get()
    #expect(long.explain(read: TreeQuery("/"), of: .missing, as: nil).isAllowed)
    _ = try? SecurityRules(String(repeating: "{\"rules\":", count: 2000))
    _ = try? SecurityRules("{\"rules\":" + String(repeating: "{\"a\":", count: 2000) + String(repeating: "}", count: 2001))
  }
}
