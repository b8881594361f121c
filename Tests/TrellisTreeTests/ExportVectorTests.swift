import Testing
import TrellisTree
import VectorSupport

private let file = VectorFile("export")

@Suite("Export vectors", .needs(file)) struct ExportVectorTests {
  @Test("the file can be read") func readable() throws { try expectReadable(file, [["cases"]]) }

  /// The node that a case describes: data of a server, where unknown dot keys are passed over.
  static func node(_ vector: VectorCase) throws -> Tree {
    var options = JSONOptions()
    options.dotKeys = .skip
    let tree = try vector["json"].tree(options)
    // A priority in the JSON wins, even a null one; a tree does not remember that it was there.
    guard let priority = vector.json["setWithPriority"], vector["json"][".priority"]?.isNull != true else { return tree }
    return try TreeWrite.set(.root, tree, priority: try priority.value()).changes[0].value
  }

  @Test("plain form", arguments: file.cases("cases"))
  func plainForm(vector: VectorCase) throws {
    #expect(try RawJSON(Self.node(vector).json(.plain)) == vector["val"])
  }

  @Test("export form", arguments: file.cases("cases"))
  func exportForm(vector: VectorCase) throws {
    #expect(try RawJSON(Self.node(vector).json(.export)) == vector["exportVal"])
  }

  @Test("export form reads back as the same node", arguments: file.cases("cases"))
  func exportFormIsLossFree(vector: VectorCase) throws {
    let node = try Self.node(vector)
    #expect(try vector["exportVal"].tree() == node)
    #expect(try Tree(json: node.json(.export)) == node)
  }

  @Test("exists, hasChildren, numChildren, priority", arguments: file.cases("cases"))
  func accessors(vector: VectorCase) throws {
    let node = try Self.node(vector)
    #expect(!node.isNull == (try vector.flag("exists")))
    #expect((node.count > 0) == (try vector.flag("hasChildren")))
    #expect(node.count == (try vector.int("numChildren")))
    #expect(node.children.count == node.count)
    #expect(node.priorityLeaf == (try vector["priority"].tree().leaf))
  }

  @Test("children in the order of priority, then key", arguments: file.cases("cases"))
  func childOrder(vector: VectorCase) throws {
    let children = try Self.node(vector).children.sorted { priorityOrder(($0.key, $0.value.priority), ($1.key, $1.value.priority)) < 0 }
    #expect(children.map(\.key) == (try vector["childOrder"].elements.map { try TreeKey($0.string ?? "") }))
  }
}
