import Testing
import TrellisTree
import VectorSupport

private let file = VectorFile("ordering")

@Suite("Ordering vectors", .needs(file)) struct OrderingVectorTests {
  @Test("the file can be read") func readable() throws {
    try expectReadable(file, [["keys", "sortedLists"], ["keys", "compare"], ["values", "compare"], ["paths", "compare"], ["children"]])
  }

  // MARK: Keys

  @Test("keys of a list ascend strictly", arguments: file.cases("keys", "sortedLists"))
  func sortedKeys(vector: VectorCase) throws {
    let keys = try vector.json.elements.map { try vectorKey($0.string ?? "") }
    #expect(!keys.isEmpty)
    for (i, a) in keys.enumerated() {
      for b in keys[(i + 1)...] { #expect(sign(a, b) == -1 && sign(b, a) == 1, "\(a) comes before \(b)") }
    }
    #expect(keys.shuffled().sorted() == keys)
  }

  @Test("two keys compare", arguments: file.cases("keys", "compare"))
  func comparedKeys(vector: VectorCase) throws {
    let (a, b) = (try vector.text("a"), try vector.text("b"))
    var expected = try vector.int("cmp")
    // A negative zero and a plain one of the same length are one key to older clients; the tie goes by code units (§3.1).
    if expected == 0, !CodeUnits.equal(a, b) { expected = CodeUnits.order(a, b) }
    #expect(sign(try vectorKey(a), try vectorKey(b)) == expected)
    #expect(sign(try vectorKey(b), try vectorKey(a)) == -expected)
  }

  // MARK: Values

  @Test("values of a list ascend strictly", arguments: file.cases("values", "sortedLists"))
  func sortedValues(vector: VectorCase) throws {
    let values = try vector.json.elements.map { try $0.tree() }
    #expect(!values.isEmpty)
    for (i, a) in values.enumerated() {
      for b in values[(i + 1)...] { #expect(valueOrder(a, b) == -1 && valueOrder(b, a) == 1, "\(a) comes before \(b)") }
    }
  }

  @Test("two values compare", arguments: file.cases("values", "compare"))
  func comparedValues(vector: VectorCase) throws {
    let (a, b) = (try vector["a"].tree(), try vector["b"].tree())
    #expect(valueOrder(a, b) == (try vector.int("cmp")))
    #expect(valueOrder(b, a) == -(try vector.int("cmp")))
  }

  // MARK: Priorities

  @Test("two children compare by priority, then key", arguments: file.cases("priorities", "compare"))
  func comparedPriorities(vector: VectorCase) throws {
    func child(_ name: String) throws -> (key: TreeKey, priority: Tree.Scalar?) {
      let json = vector[name]
      return (try vectorKey(json["k"]?.string ?? ""), try json["p"]?.tree().scalar)
    }
    let (a, b) = (try child("a"), try child("b"))
    #expect(priorityOrder(a, b) == (try vector.int("cmp")))
    #expect(priorityOrder(b, a) == -(try vector.int("cmp")))
  }

  // MARK: Paths

  @Test("two paths compare", arguments: file.cases("paths", "compare"))
  func comparedPaths(vector: VectorCase) throws {
    let (a, b) = (try TreePath(try vector.text("a")), try TreePath(try vector.text("b")))
    #expect(sign(a, b) == (try vector.int("cmp")))
    #expect(sign(b, a) == -(try vector.int("cmp")))
  }

  // MARK: Children

  @Test("children of a tree stand in key order", arguments: file.cases("children"))
  func childrenByKey(vector: VectorCase) throws {
    let tree = try vector["data"].tree()
    #expect(tree.children.keys == (try vector["byKey"].elements.map { try vectorKey($0.string ?? "") }))
  }

  @Test("children sort by priority, then key", arguments: file.cases("children"))
  func childrenByPriority(vector: VectorCase) throws {
    let children = try vector["data"].tree().children.sorted { priorityOrder(($0.key, $0.value.priority), ($1.key, $1.value.priority)) < 0 }
    #expect(children.map(\.key) == (try vector["byPriority"].elements.map { try vectorKey($0.string ?? "") }))
  }
}
