import Foundation
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase())
struct TreeFieldTests {
  @Test("a key is kept as text and checked when it is read")
  func keys() async throws {
    try await expectRoundTrip(TreeKey("-KbJXK4aoXc6NZ6VwD7W"), storedAs: #""-KbJXK4aoXc6NZ6VwD7W""#)
    try await expectUnreadable(TreeKey.self, "a.b", "", "a/b", 7)
  }

  @Test("a tree is whatever stands there")
  func trees() async throws {
    try await expectRoundTrip(Tree.bool(true), storedAs: "true")
    try await expectRoundTrip(["a": [1, 2.5, "x"], "b": nil] as Tree, storedAs: #"{"a":{"0":1,"1":2.5,"2":"x"}}"#)
    try await expectReads(1, as: Tree.double(1))
  }

  @Test("a tree keeps the priorities inside it")
  func treesWithPriorities() async throws {
    let tree: Tree = ["a": Tree.int(1).with(priority: .string("x"))]
    try await expectRoundTrip(tree, storedAs: #"{"a":{".value":1,".priority":"x"}}"#)
  }

  @Test("a server time is an estimate while pending and the time of the write once saved")
  func serverTime() async throws {
    let before = try milliseconds()
    let row = Holder<ServerTime>()
    row.value = .now
    #expect(row.pendingChanges == ["value": .timestamp])
    let estimate = try #require(row.value?.milliseconds)
    #expect(estimate >= before)

    try await row.insert()
    let commit = try await Database.current.commit(after: 0)
    #expect(row.value == .at(milliseconds: commit.milliseconds))
    #expect(row.value?.date == Date(timeIntervalSince1970: Double(commit.milliseconds) / 1000))
    #expect(try await Holder<ServerTime>.find(row.key)?.value == row.value)
    #expect(try await Database.current.json(row.snapshot.path.appending("value")) == "\(commit.milliseconds)")
  }

  @Test("two server times of one write are equal")
  func serverTimesAreEqual() async throws {
    let first = Field<ServerTime?>("first")
    let second = Field<ServerTime?>("second")
    let row = try await Holder<Int>.insert {
      $0[first] = .now
      $0[second] = .now
    }
    #expect(row[first] != nil)
    #expect(row[first] == row[second])
  }

  @Test("a known time is stored as it is")
  func knownTime() async throws {
    try await expectRoundTrip(ServerTime.at(milliseconds: 1_506_428_988_000), storedAs: "1506428988000")
    try await expectUnreadable(ServerTime.self, "now", 1.5, true)
    #expect(ServerTime.now.milliseconds == nil)
    #expect(ServerTime.now.date == nil)
  }

  private func milliseconds() throws -> Int64 { Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)) }
}
