import Testing
import TrellisTree

/// Data model §8.
@Suite("Server values") struct ServerValueTests {
  private func sum(_ current: Tree.Scalar?, _ delta: Tree.Scalar) -> Tree.Scalar {
    ServerValue.increment(delta).resolved(now: 0, current: current)
  }

  @Test(
    "O-18: two integers give an integer, anything else a double",
    arguments: [
      (Tree.Scalar.int(41), Tree.Scalar.int(1), Tree.Scalar.int(42)), (.int(1), .double(0.5), .double(1.5)),
      (.double(1.5), .int(1), .double(2.5)),
      (.double(1), .int(1), .double(2)), (.double(0.1), .double(0.2), .double(0.1 + 0.2)), (.int(.max), .int(0), .int(.max)),
      (.int(.max), .int(1), .double(0x1p63)), (.int(.min), .int(-1), .double(-0x1p63)), (.int(.min), .int(.max), .int(-1)),
      (.int(1 << 53), .int(1), .int(1 << 53 + 1)), (.int(1 << 53 + 1), .double(0), .double(0x1p53)), (.int(-5), .int(5), .int(0)),
    ])
  func o18Numbers(current: Tree.Scalar, delta: Tree.Scalar, expected: Tree.Scalar) {
    #expect(sum(current, delta).isIdentical(to: expected))
  }

  @Test("O-18: where no number stands, the increment is the result", arguments: [nil, "text", "5", true, ""] as [Tree.Scalar?])
  func o18NoNumber(current: Tree.Scalar?) {
    #expect(sum(current, .int(5)).isIdentical(to: .int(5)) && sum(current, .double(-0.5)).isIdentical(to: .double(-0.5)))
  }

  @Test("O-18: increments of a write, on integers, text and fractions")
  func o18Write() throws {
    var root: Tree = ["c": 1, "s": "text", "f": 1.5]
    let write = try TreeWrite.update(
      .root, members: [("c", .increment(by: 1)), ("s", .increment(by: 5)), ("f", .increment(by: 1)), ("new", .increment(by: 2))])
    for change in write.resolved(now: 0, against: root) { root.apply(change) }
    #expect(isIdentical(root, ["c": 2, "s": 5, "f": .double(2.5), "new": 2]))
  }

  @Test("O-18: all timestamps of one write are the same whole milliseconds")
  func o18Timestamps() throws {
    var root = Tree.null
    let write = try TreeWrite.update(
      .root, ["x": .timestamp, "y": ["z": [.timestamp]], "p": Tree.int(1).with(priority: ServerValue.timestamp)])
    for change in write.resolved(now: 1_700_000_000_123, against: root) { root.apply(change) }
    #expect(
      isIdentical(root, ["x": 1_700_000_000_123, "y": ["z": [1_700_000_000_123]], "p": Tree.int(1).with(priority: 1_700_000_000_123)]))
  }

  @Test("each placeholder counts from its own place in the state before the write")
  func places() throws {
    let before: Tree = ["a": ["n": 10, "m": .int(1).with(priority: 4)], "b": 7]
    func after(_ write: TreeWrite) -> Tree {
      write.resolved(now: 0, against: before).reduce(into: before) { $0.apply($1) }
    }
    #expect(after(try .set("a", ["n": .increment(by: 1), "x": .increment(by: 2)])) == ["a": ["n": 11, "x": 2], "b": 7])
    #expect(after(try .set("a/m", .increment(by: 1))) == ["a": ["n": 10, "m": 2], "b": 7], "a set loses the old priority")
    #expect(after(try .setPriority("a/m", .increment(by: 2)))[path: "a/m"].priority == 6)
    #expect(after(try .setPriority("b", .increment(by: 2)))["b"].priority == 2)
    #expect(after(try .setPriority("nowhere", .timestamp)) == before)
    #expect(after(try .set("a/m", .increment(by: 1), priority: .increment(by: 1)))[path: "a/m"] == Tree.int(2).with(priority: 5))
    #expect(
      after(try .update("a", ["n": .increment(by: 1), "m/k": .increment(by: 3)]))["a"] == [
        "n": 11, "m": (["k": 3] as Tree).with(priority: 4),
      ])
    #expect(after(try .set("a", .increment(by: 1)))["a"] == 1, "a branch is no number")
  }

  @Test("placeholders are leaves that nobody knows the value of yet")
  func placeholders() {
    #expect(Tree.timestamp.scalar == nil && Tree.timestamp.serverValue == .timestamp && !Tree.timestamp.isNull && Tree.timestamp.count == 0)
    #expect(
      Tree.increment(by: 1).serverValue == .increment(1) && Tree.increment(by: 1) == .increment(by: 1.0)
        && Tree.timestamp != .increment(by: 1))
    #expect(Tree.increment(by: 2).json() == #"{".sv":{"increment":2}}"# && Tree.timestamp.json(.export) == #"{".sv":"timestamp"}"#)
  }

  @Test("a write without placeholders is its own result")
  func nothingToResolve() throws {
    let write = try TreeWrite.update("x", ["a": 1, "b": nil])
    #expect(write.resolved(now: 5, against: Tree.null) == write.changes)
  }
}
