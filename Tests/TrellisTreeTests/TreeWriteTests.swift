import Testing
import TrellisTree

/// Data model §2.3 to §2.5.
@Suite("Writes") struct TreeWriteTests {
  private func refusal(_ make: () throws -> TreeWrite) throws -> TreeWrite.Invalid {
    try #require(throws: TreeWrite.Invalid.self) { _ = try make() }
  }

  private func nested(_ depth: Int, _ leaf: Tree = 1) -> Tree { (0..<depth).reduce(leaf) { tree, _ in ["k": tree] } }
  private func path(_ depth: Int) -> TreePath { TreePath(Array(repeating: "k", count: depth)) }

  // MARK: Limits

  @Test("depth: 32 keys, of path and value together", arguments: [0, 1, 2, 31, 32])
  func depth(pathDepth: Int) throws {
    let free = 32 - pathDepth
    #expect(try TreeWrite.set(path(pathDepth), nested(free)).changes.count == 1)
    let error = try refusal { try .set(path(pathDepth), nested(free + 1)) }
    #expect(
      error.reason == .pathTooDeep && error.path == path(33) && error.description.contains("33 levels") && error.message.contains("32"))
    #expect(try refusal { try .set(path(33), .null) }.reason == .pathTooDeep)
    #expect(try refusal { try .update(.root, [path(pathDepth): nested(free + 1)]) }.reason == .pathTooDeep)
  }

  @Test("depth: a priority and a server value count as levels")
  func depthOfMetadata() throws {
    _ = try TreeWrite.set(.root, nested(31, .int(1).with(priority: 2)))
    #expect(try refusal { try .set(.root, nested(32, .int(1).with(priority: 2))) }.reason == .pathTooDeep)
    _ = try TreeWrite.set(.root, nested(31, (["k": 1] as Tree).with(priority: 2)))
    _ = try TreeWrite.set(.root, nested(31, .timestamp))
    #expect(try refusal { try .set(.root, nested(32, .timestamp)) }.reason == .pathTooDeep)
    _ = try TreeWrite.set(.root, nested(30, .increment(by: 1)))
    #expect(try refusal { try .set(.root, nested(31, .increment(by: 1))) }.reason == .pathTooDeep)
    #expect(try refusal { try .setPriority(path(32), 1) }.reason == .pathTooDeep)
  }

  @Test("path length: 768 bytes, one for each key's slash")
  func pathLength() throws {
    func key(_ bytes: Int) throws -> TreeKey { try TreeKey(String(repeating: "a", count: bytes)) }
    _ = try TreeWrite.set(TreePath([try key(767)]), 1)
    _ = try TreeWrite.set(.root, .branch([(try key(767), 1 as Tree)]))
    _ = try TreeWrite.set("x", .branch([(try key(765), 1 as Tree)]))
    let error = try refusal { try .set("x", .branch([(try key(766), 1 as Tree)])) }
    #expect(error.reason == .pathTooLong && error.message.contains("769") && error.message.contains("768"))
    #expect(try refusal { try .set(TreePath([try key(768)]), .null) }.reason == .pathTooLong)
    #expect(try refusal { try .update(.root, [TreePath([try key(768)]): 1]) }.reason == .pathTooLong)
    _ = try TreeWrite.set(TreePath([try TreeKey(String(repeating: "é", count: 383))]), 1)
    _ = try TreeWrite.set(TreePath([try key(757)]), .int(1).with(priority: 1))
    #expect(try refusal { try .set(TreePath([try key(758)]), .int(1).with(priority: 1)) }.reason == .pathTooLong)
  }

  @Test("path length: a key beyond 768 bytes in an update's text is too long, not illegal")
  func longUpdateKey() throws {
    let error = try refusal { try .update("x", members: [(String(repeating: "a", count: 769), 1 as Tree)]) }
    #expect(error.reason == .pathTooLong)
  }

  @Test("strings: 10 MiB of UTF-8")
  func stringLength() throws {
    let limit = 10 * 1024 * 1024
    _ = try TreeWrite.set("a", .string(String(repeating: "é", count: limit / 2)))
    let error = try refusal { try .set("a", ["b": .string(String(repeating: "a", count: limit + 1))]) }
    #expect(error.reason == .stringTooLong && error.path == "a/b" && error.message.contains("10485761"))
    #expect(try refusal { try .setPriority("a", .string(String(repeating: "a", count: limit + 1))) }.reason == .stringTooLong)
  }

  @Test("O-17: NaN and infinities are refused wherever they stand")
  func o17NonFinite() throws {
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(try refusal { try .set("a", .double(number)) }.reason == .nonFiniteNumber)
      let error = try refusal { try .update("a", ["b": ["c": [1, .double(number)]]]) }
      #expect(error.reason == .nonFiniteNumber && error.path == "a/b/c/1" && error.message.contains("null or a string"))
      #expect(try refusal { try .set("a", .increment(by: number)) }.reason == .nonFiniteNumber)
      #expect(try refusal { try .set("a", .int(1).with(priority: .double(number))) }.reason == .nonFiniteNumber)
      #expect(try refusal { try .set("a", 1, priority: .double(number)) }.reason == .nonFinitePriority)
      #expect(try refusal { try .setPriority("a", .double(number)) }.reason == .nonFinitePriority)
    }
  }

  @Test("keys that no node can have are refused, in the path and in the value")
  func unstorableKeys() throws {
    for key in [TreeKey.minimum, .maximum, TreeKey(unchecked: "")] {
      #expect(try refusal { try .set(TreePath(["a", key]), 1) }.reason == .invalidKey)
      let error = try refusal { try .set("a", ["b": .branch([(key, 1 as Tree)])]) }
      #expect(error.reason == .invalidKey && error.path == "a/b")
      #expect(try refusal { try .update("a", [TreePath([key]): 1]) }.reason == .invalidKey)
    }
  }

  // MARK: Priorities and .info

  @Test("priorities are numbers, strings and server values; null clears")
  func priorities() throws {
    for priority: Tree in [nil, 1, -1.5, "", "p", .timestamp, .increment(by: 1)] {
      let write = try TreeWrite.setPriority("a", priority)
      #expect(write.changes == [TreeWrite.Change("a", priority, target: .priority)])
      #expect(try TreeWrite.set("a", 1, priority: priority).changes[0].value.priorityLeaf == priority.leaf)
    }
    for priority: Tree in [true, ["x": 1], [1]] {
      let error = try refusal { try .setPriority("a", priority) }
      #expect(error.reason == .invalidPriority && error.path == "a")
      #expect(try refusal { try .set("a", 1, priority: priority) }.reason == .invalidPriority)
      #expect(try refusal { try .update("a", members: [(".priority", priority)]) }.reason == .invalidPriorityInUpdate)
    }
    #expect(try refusal { try .set("a", .int(1).with(priority: true)) }.reason == .invalidPriority)
    #expect(try TreeWrite.set("a", .int(1).with(priority: 3), priority: "p").changes[0].value.priority == 3, "one in the value wins")
    #expect(try TreeWrite.set("a", nil, priority: "p").changes[0].value == .null)
  }

  @Test("what is below .info is read only")
  func info() throws {
    let info: TreePath = ".info/x"
    for make: () throws -> TreeWrite in [
      { try .set(info, 1) }, { try .remove(info) }, { try .setPriority(info, 1) }, { try .set(info, 1, priority: 1) },
      { try .update(info, ["a": 1]) }, { try .update(.root, [info: 1]) }, { try .update(info, members: [("a", 1 as Tree)]) },
    ] { #expect(try refusal(make).reason == .infoIsReadOnly) }
  }

  @Test("whether something is left to fill in")
  func serverValues() throws {
    #expect(try TreeWrite.set("a", ["b": [.timestamp]]).hasServerValues && TreeWrite.setPriority("a", .timestamp).hasServerValues)
    #expect(try TreeWrite.set("a", .int(1).with(priority: .timestamp)).hasServerValues && !TreeWrite.set("a", ["b": 1]).hasServerValues)
  }
}
