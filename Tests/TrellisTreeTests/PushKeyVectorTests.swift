import Testing
import TrellisTree
import VectorSupport

private let file = VectorFile("pushid")

@Suite("Push key vectors", .needs(file)) struct PushKeyVectorTests {
  @Test("the file can be read") func readable() throws {
    try expectReadable(file, [["sequences"], ["successor"], ["predecessor"]])
    #expect(try file.read()["alphabet"]?.string == String(decoding: PushKey.alphabet, as: UTF8.self))
  }

  @Test("a sequence of times and digits gives these keys", arguments: file.cases("sequences"))
  func sequences(vector: VectorCase) throws {
    var generator = PushKey.Generator()
    for (i, step) in vector["steps"].elements.enumerated() {
      var digits = step["digits"]?.elements.compactMap(\.int) ?? []
      let wanted = digits.count
      var drawn = 0
      let key = generator.next(atMilliseconds: Int64(step["ms"]?.int ?? 0)) {
        drawn += 1
        return digits.isEmpty ? 0 : UInt8(digits.removeFirst())
      }
      #expect(key.text == step["id"]?.string, "step \(i)")
      #expect(drawn == wanted, "step \(i): random digits are drawn for a new millisecond and only then")
    }
  }

  @Test("successor", arguments: file.cases("successor"))
  func successor(vector: VectorCase) throws {
    #expect(PushKey.successor(of: try vector.text("key")) == (try vector.text("result")))
  }

  @Test("predecessor", arguments: file.cases("predecessor"))
  func predecessor(vector: VectorCase) throws {
    #expect(PushKey.predecessor(of: try vector.text("key")) == (try vector.text("result")))
  }
}
