import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// Input that breaks a rule of data model §2: the error names the place, the rule and the cure, and nothing is written.
@Suite struct BadInputTests {
  struct Bad: Sendable, CustomTestStringConvertible {
    let name: String
    let path: TreePath
    let reason: TreeWrite.Invalid.Reason
    let words: [String]
    let write: @Sendable (Database) async throws -> Void

    var testDescription: String { name }

    init(
      _ name: String, at path: TreePath, _ reason: TreeWrite.Invalid.Reason, saying words: [String] = [],
      _ write: @escaping @Sendable (Database) async throws -> Void
    ) {
      (self.name, self.path, self.reason, self.words, self.write) = (name, path, reason, words, write)
    }
  }

  private static func nested(_ levels: Int, _ leaf: Tree) -> Tree { (0..<levels).reduce(leaf) { tree, _ in ["k": tree] } }
  private static func path(_ levels: Int) -> TreePath { TreePath(Array(repeating: "k", count: levels)) }
  private static let wide: TreeKey = TreeKey(unchecked: String(repeating: "w", count: 766))

  static let all: [Bad] = [
    Bad("NaN", at: "a", .nonFiniteNumber, saying: ["NaN", "null or a string"]) { try await $0.set("a", .double(.nan)) },
    Bad("infinity deep inside", at: "a/b/c", .nonFiniteNumber, saying: ["infinities"]) {
      try await $0.set("a", ["b": ["c": .double(-.infinity)], "good": 1])
    },
    Bad("infinity in an update", at: "b/n", .nonFiniteNumber) { try await $0.update("/", ["a": 1, "b": ["n": .double(.infinity)]]) },
    Bad("NaN pushed", at: "list", .nonFiniteNumber) { database in
      do { _ = try await database.push("list", .double(.nan)) } catch let error as TrellisError {
        // The place is the new child.
        throw TrellisError(error.code, at: error.path?.parent, error.message, underlying: error.underlying)
      }
    },
    Bad("an increment by NaN", at: "a/n", .nonFiniteNumber) { try await $0.set("a", ["n": .increment(by: Double.nan)]) },
    Bad("33 levels", at: path(33), .pathTooDeep, saying: ["33 levels", "32 are allowed"]) { try await $0.set("k", nested(32, 1)) },
    Bad("a path of 33 pieces", at: path(33), .pathTooDeep, saying: ["32 are allowed"]) { try await $0.remove(path(33)) },
    Bad("a priority at level 32", at: path(32), .pathTooDeep) { try await $0.set(path(1), nested(31, Tree(1).with(priority: 1))) },
    Bad("a path of 769 bytes", at: TreePath([wide, "n"]), .pathTooLong, saying: ["769 bytes", "768 are allowed"]) {
      try await $0.set(TreePath([wide]), ["n": 1])
    },
    Bad("a string of more than 10 MiB", at: "a/s", .stringTooLong, saying: ["10485761 bytes", "10 MiB", "file store"]) {
      try await $0.update("a", ["s": .string(String(repeating: "x", count: 10 * 1024 * 1024 + 1)), "t": 1])
    },
    Bad("a flag as priority", at: "a", .invalidPriority, saying: ["a number, a string or a server value"]) {
      try await $0.set("a", 1, priority: true)
    },
    Bad("a branch as priority", at: "a", .invalidPriority) { try await $0.setPriority("a", ["x": 1]) },
    Bad("a flag as priority inside", at: "a/b", .invalidPriority) { try await $0.set("a", ["b": Tree(1).with(priority: true)]) },
    Bad("NaN as priority", at: "a", .nonFinitePriority, saying: ["NaN"]) { try await $0.setPriority("a", .double(.nan)) },
    Bad("a write below .info", at: ".info/connected", .infoIsReadOnly, saying: ["read only"]) { try await $0.set(".info/connected", true) },
    Bad("an update below .info", at: ".info/x", .infoIsReadOnly) { try await $0.update("/", ["a": 1, ".info/x": 1]) },
    Bad("a removal below .info", at: ".info/x", .infoIsReadOnly) { try await $0.remove(".info/x") },
    Bad("a priority below .info", at: ".info/x", .infoIsReadOnly) { try await $0.setPriority(".info/x", 1) },
    Bad("a transaction below .info", at: ".info/x", .infoIsReadOnly) { _ = try await $0.transaction(".info/x") { _ in 1 } },
    Bad("NaN from a transaction", at: "a/n", .nonFiniteNumber) { _ = try await $0.transaction("a") { _ in ["n": .double(.nan)] } },
  ]

  @Test("is refused with place, rule and cure, and nothing is written", arguments: all)
  func refused(_ bad: Bad) async throws {
    let database = try Database.inMemory(["a": ["old": 1], "k": 2])
    try await expectUnchanged(database) {
      let error = await expectError(.invalid, at: bad.path, saying: bad.words) { try await bad.write(database) }
      #expect((error?.underlying as? TreeWrite.Invalid)?.reason == bad.reason)
    }
  }

  @Test("an Encodable that cannot be stored is refused, naming the place within it")
  func encodable() async throws {
    let database = try Database.inMemory(["a": 1])
    try await expectUnchanged(database) {
      let error = await expectError(.invalid, at: "a", saying: ["/list/1", "NaN", "nil or a string"]) {
        try await database.set("a", encoding: ["list": [1, Double.nan]])
      }
      #expect(error?.underlying is EncodingError)
    }
  }

  @Test("what is just within the limits is written")
  func limits() async throws {
    let database = Database.inMemory()
    try await database.set("k", Self.nested(31, 1))
    #expect(try await database.get(Self.path(32)).int == 1)
    try await database.set("k", Self.nested(30, Tree(1).with(priority: 1)))
    #expect(try await database.get(Self.path(31)).priority == 1)
    let key = TreeKey(unchecked: String(repeating: "w", count: 765))
    try await database.set(TreePath([key, "n"]), 1)
    #expect(try await database.get(TreePath([key, "n"])).int == 1)
    let text = String(repeating: "é", count: 5 * 1024 * 1024)
    try await database.set("s", .string(text))
    #expect(try await database.get("s").string?.utf8.count == 10 * 1024 * 1024)
  }

  @Test("an increment that leaves the finite numbers is refused when it is carried out")
  func overflow() async throws {
    let database = try Database.inMemory(["a": ["n": .double(.greatestFiniteMagnitude)], "b": 1])
    try await expectUnchanged(database) {
      await expectError(.invalid, at: "a/n", saying: ["infinite", "finite one"]) {
        try await database.update("/", ["b": 2, "a/n": .increment(by: Double.greatestFiniteMagnitude)])
      }
    }
    // A double, not a trap, when integers overflow.
    try await database.set("big", .int(.max))
    try await database.set("big", .increment(by: 1))
    #expect(try await database.get("big").scalar?.isIdentical(to: .double(0x1p63)) == true)
  }

  @Test("a tree or a document that a database is to start with is checked as writes are")
  func start() async {
    await expectError(.invalid, at: "a/b") { try Database.inMemory(["a": ["b": .double(.nan)]]) }
    await expectError(.invalid, at: Self.path(33)) { try Database.inMemory(Self.nested(33, 1)) }
    let deep = Self.nested(33, 1).json()
    await expectError(.invalid, at: Self.path(33)) { try Database.inMemory(json: .init(deep.utf8)) }
    await expectError(.invalid, saying: ["line 2", "column"]) { try Database.inMemory(json: .init("{\"a\": 1,\n \"b\": tru}".utf8)) }
    await expectError(.invalid, saying: ["/a/x.y", "x.y"]) { try Database.inMemory(json: .init(#"{"a": {"x.y": 1}}"#.utf8)) }
  }
}
