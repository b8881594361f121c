import Testing
import TrellisTree

/// Data model §5.1 and §5.4.
@Suite("Queries") struct TreeQueryTests {
  private let plain = TreeQuery("artists")

  private func reason(_ make: () throws -> TreeQuery) throws -> TreeQuery.Invalid.Reason {
    let error = try #require(throws: TreeQuery.Invalid.self) { _ = try make() }
    #expect(!error.message.isEmpty && error.description == error.message)
    return error.reason
  }

  @Test("a query in full")
  func full() throws {
    let query = try plain.ordered(by: .child("lastName")).starting(at: "S").ending(before: "T", key: "k").first(10)
    #expect(query.path == "artists" && query.ordering == .child("lastName") && query.limit == .first(10) && !query.loadsAllData)
    #expect(query.start == TreeQuery.Bound(value: "S", key: nil, isInclusive: true))
    #expect(query.end == TreeQuery.Bound(value: "T", key: "k", isInclusive: false))
    let equal = try plain.ordered(by: .value).equal(to: 3, key: "k")
    #expect(equal.start == equal.end && equal.start?.isInclusive == true && equal.start?.key == "k")
    #expect(try plain.ordered(by: .key).loadsAllData && plain.last(1).limit == .last(1))
  }

  @Test("a second ordering of any kind")
  func secondOrdering() throws {
    for first: TreeQuery.Ordering in [.key, .value, .priority, .child("n")] {
      let query = try plain.ordered(by: first)
      for second: TreeQuery.Ordering in [.key, .value, .priority, .child("n")] {
        #expect(try reason { try query.ordered(by: second) } == .multipleOrderBy)
      }
      #expect(try reason { try query.ordered(byChild: "n") } == .multipleOrderBy)
    }
  }

  @Test("a second start, a second end, a second limit")
  func seconds() throws {
    let starts: [(TreeQuery) throws -> TreeQuery] = [{ try $0.starting(at: 1) }, { try $0.starting(after: 1) }, { try $0.equal(to: 1) }]
    let ends: [(TreeQuery) throws -> TreeQuery] = [{ try $0.ending(at: 1) }, { try $0.ending(before: 1) }, { try $0.equal(to: 1) }]
    for first in starts {
      let query = try first(plain)
      for second in starts { #expect(try reason { try second(query) } == .startAlreadySet) }
    }
    for first in ends.dropLast() {
      let query = try first(plain)
      for second in ends { #expect(try reason { try second(query) } == .endAlreadySet) }
    }
    for query in [try plain.first(1), try plain.last(1)] {
      #expect(try reason { try query.first(2) } == .limitAlreadySet && reason { try query.last(2) } == .limitAlreadySet)
    }
  }

  @Test("what is wrong with a bound itself is said before that there is one already")
  func orderOfChecks() throws {
    #expect(try reason { try plain.ending(before: "k").ending(at: true) } == .priorityOrderNeedsPriority)
    #expect(try reason { try plain.starting(at: 1).starting(at: .double(.nan)) } == .nonFiniteNumber)
    #expect(try reason { try plain.starting(at: 1).equal(to: true) } == .startAlreadySet, "not with equal, as in the official clients")
    #expect(try reason { try plain.first(1).first(0) } == .limitNotPositive)
    #expect(try reason { try plain.ordered(by: .key).ordered(byChild: "$key") } == .orderByReservedName)
    #expect(try reason { try plain.ordered(by: .key).ordered(byChild: "a.b") } == .invalidPath)
  }

  @Test("limits of at least 1", arguments: [0, -1, Int.min])
  func limits(count: Int) throws {
    #expect(try reason { try plain.first(count) } == .limitNotPositive && reason { try plain.last(count) } == .limitNotPositive)
    #expect(try plain.first(1).limit == .first(1) && plain.last(.max).limit == .last(.max))
  }

  @Test("in key order a bound is a text", arguments: [nil, 1, 1.5, true, ["a": 1], .timestamp] as [Tree])
  func keyOrderNeedsText(bound: Tree) throws {
    let query = try plain.ordered(by: .key)
    #expect(
      try reason { try query.starting(at: bound) } == .keyOrderNeedsText
        && reason { try query.starting(after: bound) } == .keyOrderNeedsText)
    #expect(
      try reason { try query.ending(at: bound) } == .keyOrderNeedsText && reason { try query.ending(before: bound) } == .keyOrderNeedsText)
    #expect(try reason { try query.equal(to: bound) } == .keyOrderNeedsText)
    if bound.scalar?.order(true) != 0, bound.count == 0, bound.serverValue == nil {
      #expect(try reason { try plain.starting(at: bound).ordered(by: .key) } == .keyOrderNeedsText)
    }
    #expect(try query.starting(at: "").start?.value == "", "any text will do, the empty one too")
  }

  @Test("in key order a bound has no key of its own")
  func keyOrderTakesNoKey() throws {
    let query = try plain.ordered(by: .key)
    #expect(try reason { try query.starting(at: "a", key: "k") } == .keyOrderTakesNoKey)
    #expect(try reason { try query.starting(after: "a", key: "k") } == .keyOrderTakesNoKey)
    #expect(try reason { try query.ending(at: ["x": 1], key: "k") } == .keyOrderTakesNoKey)
    #expect(try reason { try query.equal(to: 1, key: "k") } == .keyOrderTakesNoKey)
    #expect(try reason { try plain.starting(at: "a", key: "k").ordered(by: .key) } == .keyOrderTakesNoKey)
    #expect(try reason { try plain.equal(to: "a", key: "k").ordered(by: .key) } == .keyOrderTakesNoKey)
    // An exclusive bound given first stands behind, or before, all children with that value: it has a key.
    #expect(try reason { try plain.starting(after: "a").ordered(by: .key) } == .keyOrderTakesNoKey)
    #expect(try reason { try plain.ending(before: "a").ordered(by: .key) } == .keyOrderTakesNoKey)
    #expect(try plain.starting(at: "a").ending(at: "b").ordered(by: .key).start?.value == "a")
    #expect(try query.starting(after: "a").ending(before: "b").end?.isInclusive == false)
  }

  @Test("in priority order, named or not, a bound is nothing, a number or a text")
  func priorityOrder() throws {
    for query in [plain, try plain.ordered(by: .priority)] {
      for bound: Tree in [true, false, ["a": 1], .timestamp] {
        #expect(try reason { try query.starting(at: bound) } == .priorityOrderNeedsPriority)
        #expect(try reason { try query.ending(before: bound) } == .priorityOrderNeedsPriority)
        #expect(try reason { try query.equal(to: bound) } == .priorityOrderNeedsPriority)
      }
      for bound: Tree in [nil, 1, -1.5, "", "p"] { #expect(try query.starting(at: bound, key: "k").start?.value == bound.scalar) }
    }
    #expect(
      try reason { try plain.starting(at: true).ordered(by: .child("n")) } == .priorityOrderNeedsPriority, "the ordering comes too late")
    #expect(try plain.ordered(by: .child("n")).starting(at: true).start?.value == true)
  }

  @Test("in value and child order a bound is a scalar or nothing")
  func scalarBounds() throws {
    for query in [try plain.ordered(by: .value), try plain.ordered(byChild: "a/b")] {
      for bound: Tree in [["a": 1], [1], .timestamp, .increment(by: 1)] {
        #expect(
          try reason { try query.starting(at: bound) } == .boundMustBeScalar && reason { try query.ending(at: bound) } == .boundMustBeScalar
        )
        #expect(try reason { try query.equal(to: bound) } == .boundMustBeScalar)
      }
      for bound: Tree in [nil, true, 0, -0.5, "s"] { #expect(try query.equal(to: bound).end?.value == bound.scalar) }
    }
  }

  @Test("O-17: NaN and infinities are no bounds", arguments: [Double.nan, .infinity, -.infinity])
  func o17NonFinite(number: Double) throws {
    for query in [plain, try plain.ordered(by: .value), try plain.ordered(byChild: "n")] {
      #expect(try reason { try query.starting(at: .double(number)) } == .nonFiniteNumber)
      #expect(try reason { try query.ending(before: .double(number)) } == .nonFiniteNumber)
      #expect(try reason { try query.equal(to: .double(number)) } == .nonFiniteNumber)
    }
  }

  @Test(
    "the text of a child to order by",
    arguments: [
      ("$key", TreeQuery.Invalid.Reason.orderByReservedName), ("$priority", .orderByReservedName), ("$value", .orderByReservedName),
      ("/", .orderByEmptyPath),
      ("//", .orderByEmptyPath), ("", .invalidPath), (".priority", .invalidPath), ("a#", .invalidPath), ("$other", .invalidPath),
      ("a/.priority", .invalidPath),
      (".info", .invalidPath), (".info/x", .invalidPath),
    ])
  func childText(text: String, expected: TreeQuery.Invalid.Reason) throws {
    #expect(try reason { try plain.ordered(byChild: text) } == expected)
  }

  @Test("an ordering by a child has a path")
  func childPath() throws {
    #expect(try reason { try plain.ordered(by: .child(.root)) } == .orderByEmptyPath)
    #expect(try plain.ordered(byChild: "/a//b/").ordering == .child("a/b") && plain.ordered(byChild: "key").ordering == .child("key"))
  }

  @Test("messages say the cure")
  func cures() throws {
    #expect(
      try #require(throws: TreeQuery.Invalid.self) { _ = try plain.ordered(byChild: "$key") }.message.contains("use the ordering .key"))
    #expect(try #require(throws: TreeQuery.Invalid.self) { _ = try plain.starting(at: true) }.message.contains("name an ordering first"))
    #expect(try #require(throws: TreeQuery.Invalid.self) { _ = try plain.first(0) }.message.contains("at least 1"))
  }

  @Test("queries are equal when they ask for the same; naming priority order makes no difference")
  func equality() throws {
    #expect(try plain.ordered(by: .priority) == plain && plain.ordered(by: .priority).hashValue == plain.hashValue)
    #expect(try plain.starting(at: 1).first(2) == plain.first(2).starting(at: 1.0) && plain.first(1) != plain.last(1))
    #expect(try plain.starting(at: 1) != plain.starting(after: 1) && plain.starting(at: 1) != plain.starting(at: 1, key: "k"))
    #expect(plain != TreeQuery("murals") && plain.at("murals") == TreeQuery("murals"))
    #expect(try reason { try plain.ordered(by: .key).at("murals").ordered(by: .key) } == .multipleOrderBy)
  }
}
