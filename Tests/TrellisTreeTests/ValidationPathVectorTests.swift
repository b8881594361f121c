import Testing
import TrellisTree
import VectorSupport

private let file = VectorFile("validation")

@Suite("Validation vectors: paths", .needs(file)) struct ValidationPathVectorTests {
  @Test("a place below another, from text", arguments: file.cases("paths"))
  func verdict(vector: VectorCase) throws {
    let from = try TreePath(try vector.text("from"))
    let text = try vector.text("path")
    guard try vector.flag("accepted") else {
      let error = try #require(throws: TreePath.Invalid.self) { _ = try from.appending(text: text) }
      #expect(error.code == vector["reason"].string)
      return
    }
    let path = try from.appending(text: text)
    #expect(CodeUnits.equal(path.description, try vector.text("resolved")))
    #expect(CodeUnits.equal(path.key?.text ?? "none", vector["key"].string ?? "none"))
    #expect(CodeUnits.equal(path.parent?.description ?? "none", vector["parent"].string ?? "none"))
    #expect(try TreePath(path.description) == path, "its text leads back to it")
  }
}
