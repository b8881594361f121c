import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// O-05 and O-17: what a value looks like when it is read back.
@Suite struct ValueCaseTests {
  @Test(
    "O-05: when an object is shown as a list",
    arguments: [
      (#"{"0":"a","1":"b"}"#, #"["a","b"]"#), (#"{"1":"x"}"#, #"[null,"x"]"#), (#"{"2":"x"}"#, #"{"2":"x"}"#),
      (#"{"1":"x","2":"y"}"#, #"[null,"x","y"]"#), (#"{"0":"a","3":"d"}"#, #"["a",null,null,"d"]"#),
      (#"{"0":"a","4":"e"}"#, #"{"0":"a","4":"e"}"#), (#"{"00":"a","1":"b"}"#, #"{"00":"a","1":"b"}"#),
      (#"{"-1":"a","0":"b"}"#, #"{"-1":"a","0":"b"}"#), (#"{"0":"a","length":3}"#, #"{"0":"a","length":3}"#),
      (#"{"169600000000000":"x"}"#, #"{"169600000000000":"x"}"#),
    ])
  func lists(_ stored: String, _ plain: String) async throws {
    let database = Database.inMemory()
    try await database.set("at/its/own", try Tree(json: stored))
    let node = try await database.get("at/its/own")
    // Members may come in any order; these do in key order.
    #expect(try Tree(json: node.json(.plain)) == Tree(json: plain))
    #expect(node.json(.plain).hasPrefix(String(plain.prefix(1))))
    #expect(node.tree.json(.plain) == node.json(.plain))
    #expect(node.json(.export).hasPrefix("{"), "the export form is always an object")
    #expect(try Tree(json: node.json(.export)) == Tree(json: stored))
  }

  @Test("O-05: the exact texts of lists")
  func texts() async throws {
    let database = try Database.inMemory(["l": ["0": "a", "3": "d"], "o": ["1": "x"]])
    #expect(try await database.get("l").json() == #"["a",null,null,"d"]"#)
    #expect(try await database.get("o").json() == #"[null,"x"]"#)
    #expect(try await database.get("/").json() == #"{"l":["a",null,null,"d"],"o":[null,"x"]}"#)
    #expect(try await database.get("l").json(.export) == #"{"0":"a","3":"d"}"#)
  }

  @Test(
    "O-17: numbers keep their value and type, read from memory, as text, and after a restart",
    arguments: [
      ("1506428988000", .int(1_506_428_988_000)), ("9007199254740991", .int(9_007_199_254_740_991)),
      ("-9007199254740991", .int(-9_007_199_254_740_991)), ("0", .int(0)), ("1", .int(1)), ("1.5", .double(1.5)),
      ("0.30000000000000004", .double(0.30000000000000004)), ("1e21", .double(1e21)), ("5e-324", .double(.leastNonzeroMagnitude)),
      ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)), ("true", .bool(true)), ("false", .bool(false)),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)), ("9223372036854775808", .double(0x1p63)),
      ("-0.0", .double(-0.0)), ("1.0", .double(1)),
    ] as [(String, Tree.Scalar)])
  func numbers(_ text: String, _ value: Tree.Scalar) async throws {
    let journal = TestJournal()
    let database = Database(try await LocalDatastore.open(journal))
    try await database.set("n/v", try Tree(json: text))
    try await database.update("n", ["w": Tree(value)])
    try await database.set("m", 1, priority: value == true || value == false ? nil : Tree(value))
    try await check(database, value)
    try await database.close()
    try await check(Database(try await LocalDatastore.open(TestJournal(journal.content))), value)
    try await check(Database(try await LocalDatastore.open(TestJournal(JournalContent(tree: journal.content.replayed)))), value)
  }

  private func check(_ database: Database, _ value: Tree.Scalar) async throws {
    for path in ["n/v", "n/w"] as [TreePath] {
      let node = try await database.get(path)
      #expect(node.scalar?.isIdentical(to: value) == true, "\(node)")
      #expect(node.tree.scalar?.isIdentical(to: value) == true)
      #expect(try Tree(json: node.json()).scalar?.isIdentical(to: value) == true, "as text: \(node.json())")
      if case .bool(let flag) = value {
        #expect(node.bool == flag && node.int == nil && node.double == nil)
      } else {
        #expect(node.bool == nil && node.double != nil)
        #expect(try await database.get("m").priority?.isIdentical(to: value) == true)
      }
    }
    #expect(try await database.get("/")["n"]["v"].scalar?.isIdentical(to: value) == true)
  }

  @Test("O-17: 0 and -0, 1 and 1.0 are the same value, yet kept as written")
  func kept() async throws {
    let database = try Database.inMemory(["z": 0, "one": 1])
    try await database.update("/", ["z": .double(-0.0), "one": .double(1)])
    #expect(try await database.get("z").scalar?.isIdentical(to: .double(-0.0)) == true)
    #expect(try await database.get("one").scalar?.isIdentical(to: .double(1)) == true)
    #expect(try await database.get("one").int == 1)
  }
}
