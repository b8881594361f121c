import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// O-01, O-03 and O-04: orders of keys and of values.
@Suite struct OrderCaseTests {
  @Test("O-01: order of keys that look like numbers")
  func numericKeys() async throws {
    let database = Database.inMemory()
    let json = #"{"10":1,"9":1,"-5":1,"0":1,"007":1,"7":1,"2147483648":1,"2147483647":1,"a":1,"B":1,"-Nabc":1}"#
    try await database.set("scores", try Tree(json: json))
    let all: [TreeKey] = ["-5", "0", "7", "007", "9", "10", "2147483647", "-Nabc", "2147483648", "B", "a"]
    let query = try TreeQuery("scores").ordered(by: .key)
    #expect(try await database.get(query).keys == all)
    #expect(try await database.get("scores").children.map(\.key) == all)
    #expect(try await database.get(query.first(4)).keys == ["-5", "0", "7", "007"])
    #expect(try await database.get(query.last(3)).keys == ["2147483648", "B", "a"])
    #expect(try await database.get(query.starting(at: "9")).keys == ["9", "10", "2147483647", "-Nabc", "2147483648", "B", "a"])
    for try await observed in database.observe(try query.starting(at: "9")) {
      #expect(observed.keys == ["9", "10", "2147483647", "-Nabc", "2147483648", "B", "a"])
      break
    }
  }

  @Test("O-01: the same when the keys are written one by one, in any order")
  func oneByOne() async throws {
    let all: [TreeKey] = ["-5", "0", "7", "007", "9", "10", "2147483647", "-Nabc", "2147483648", "B", "a"]
    for order in [all.reversed(), all.shuffled()] {
      let database = Database.inMemory()
      for key in order { try await database.set(TreePath(["scores", key]), 1) }
      #expect(try await database.get(TreeQuery("scores").ordered(by: .key)).keys == all, "written as \(order)")
    }
  }

  @Test("O-02: paging by key ends and repeats nothing")
  func paging() async throws {
    let database = try Database.inMemory(["p": ["45": ["n": 1], "2001": ["n": 2], "2002": ["n": 3], "2003": ["n": 4], "2004": ["n": 5]]])
    var pages: [[TreeKey]] = []
    var query = try TreeQuery("p").ordered(by: .key).first(2)
    while pages.last?.isEmpty != true {
      let rows = try await database.get(query)
      pages.append(rows.keys)
      if let last = rows.last { query = try TreeQuery("p").ordered(by: .key).starting(after: .string(last.key.text)).first(2) }
    }
    #expect(pages == [["45", "2001"], ["2002", "2003"], ["2004"], []])
  }

  @Test("O-03: order of mixed value types by a child")
  func mixedValues() async throws {
    let database = Database.inMemory()
    let json = """
      {"p1":{"v":"10"},"p2":{"v":10},"p3":{"v":true},"p4":{"x":1},"p5":{"v":false},
       "p6":{"v":{"z":1}},"p7":{"v":-2.5},"p8":{"v":"Z"},"p9":{"v":"a"},"p10":{"x":2}}
      """
    try await database.set("mix", try Tree(json: json))
    let query = try TreeQuery("mix").ordered(by: .child("v"))
    #expect(try await database.get(query).keys == ["p10", "p4", "p5", "p3", "p7", "p2", "p1", "p8", "p9", "p6"])
    #expect(try await database.get(query.equal(to: 10)).keys == ["p2"])
    #expect(try await database.get(query.equal(to: 10.0)).keys == ["p2"])
    #expect(try await database.get(query.equal(to: "10")).keys == ["p1"])
    #expect(try await database.get(query.equal(to: nil)).keys == ["p10", "p4"])
    #expect(try await database.get(query.starting(at: true)).keys == ["p3", "p7", "p2", "p1", "p8", "p9", "p6"])
    #expect(try await database.get(query.ending(at: false)).keys == ["p10", "p4", "p5"])
    #expect(try await database.get(query.starting(at: 0).ending(at: 10)).keys == ["p2"])
  }

  @Test("O-04: keys that differ only in Unicode form, and order beyond the basic plane; the same after a restart")
  func unicode() async throws {
    let journal = TestJournal()
    let datastore = try await LocalDatastore.open(journal)
    let database = Database(datastore)
    let json = #"{"\u00e9":1,"e\u0301":2,"z":3,"\ud83d\ude00":4,"\ue000":5,"Z":6}"#
    try await database.set("n", try Tree(json: json))
    let query = try TreeQuery("n").ordered(by: .key)
    let all: [TreeKey] = ["Z", "e\u{301}", "z", "\u{E9}", "\u{1F600}", "\u{E000}"]
    #expect(try await database.get("n").count == 6)
    #expect(try await database.get(query).keys == all)
    #expect(try await database.get("n/\u{E9}").int == 1)
    #expect(try await database.get("n/e\u{301}").int == 2)

    try await database.remove("n/\u{E9}")
    #expect(try await database.get("n/e\u{301}").int == 2)
    try await database.close()

    let again = Database(try await LocalDatastore.open(TestJournal(journal.content)))
    #expect(try await again.get("n").count == 5)
    #expect(try await again.get(query).keys == all.filter { $0 != "\u{E9}" })
    #expect(try await !again.get("n/\u{E9}").exists)
    #expect(try await again.get("n/e\u{301}").int == 2)
  }
}
