import Testing
import TrellisTree
import VectorSupport

@Suite("JSON there and back") struct JSONRoundTripTests {
  @Test("O-17: a random tree in export form reads back identical, kinds and bits included")
  func o17Export() throws {
    var random = SeededRandom.announced("JSON export")
    for _ in 0..<800 {
      let tree = random.tree(levels: 4)
      let again = try Tree(json: tree.json(.export))
      #expect(isIdentical(again, tree), "seed \(random.seed): \(tree)")
      if !isIdentical(again, tree) { return }
    }
  }

  @Test("the plain form reads back as the tree without its priorities")
  func plain() throws {
    var random = SeededRandom.announced("JSON plain")
    for _ in 0..<800 {
      let tree = random.tree(levels: 4)
      let again = try Tree(json: tree.json(.plain))
      #expect(isIdentical(again, withoutPriorities(tree)), "seed \(random.seed): \(tree)")
      if !isIdentical(again, withoutPriorities(tree)) { return }
    }
  }

  @Test("random bytes never crash the reader")
  func randomBytes() {
    var random = SeededRandom.announced("JSON random bytes")
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "d83d", "0", "1", "-", ".", "e", "true", "null", " ", "\".value\"", "\".sv\"",
      "\"a\"",
    ]
    for _ in 0..<8_000 {
      let bytes: [UInt8] =
        random.chance(percent: 30)
        ? (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        : (0..<random.below(20)).flatMap { _ in Array(random.pick(pieces).utf8) }
      expectSound(bytes, random.seed)
    }
  }

  @Test("mutated JSON never crashes the reader, and what it accepts it also writes")
  func mutations() {
    var random = SeededRandom.announced("JSON mutations")
    for _ in 0..<2_000 {
      var bytes = Array(random.tree(levels: 3).json(random.chance(percent: 50) ? .export : .plain).utf8)
      for _ in 0..<(1 + random.below(4)) where !bytes.isEmpty {
        let i = random.below(bytes.count)
        switch random.below(5) {
        case 0: bytes.remove(at: i)
        case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: i)
        case 2: bytes[i] = UInt8(truncatingIfNeeded: random.next())
        case 3: bytes[i] = random.pick(Array("{}[]\",:\\0-.eu".utf8))
        default: bytes.removeSubrange(i...)
        }
      }
      expectSound(bytes, random.seed)
    }
  }

  /// Either a located error, or a tree that can be written and read again.
  private func expectSound(_ bytes: [UInt8], _ seed: UInt64) {
    do throws(JSONError) {
      let tree = try Tree(jsonBytes: bytes)
      guard let again = try? Tree(json: tree.json(.export)), isIdentical(again, tree) else {
        Issue.record("accepted, but not written as it was read: \(bytes), seed \(seed)")
        return
      }
    } catch {
      let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
      if !(1...lines).contains(error.line) || !(1...(bytes.count + 1)).contains(error.column) || !error.path.hasPrefix("/") {
        Issue.record("\(error) is no place in \(bytes), seed \(seed)")
      }
    }
  }

  private func withoutPriorities(_ tree: Tree) -> Tree {
    tree.count == 0 ? tree.with(priority: nil) : .branch(tree.children.map { ($0.key, withoutPriorities($0.value)) })
  }
}

/// Whether two trees are stored in the very same way: kinds and bits of numbers, priorities, code units.
func isIdentical(_ a: Tree, _ b: Tree) -> Bool {
  func alike(_ a: Tree.Leaf?, _ b: Tree.Leaf?) -> Bool {
    guard let x = a?.scalar, let y = b?.scalar else { return a == b }
    return x.isIdentical(to: y)
  }
  guard alike(a.leaf, b.leaf), alike(a.priorityLeaf, b.priorityLeaf), a.count == b.count else { return false }
  return zip(a.children, b.children).allSatisfy { $0.key == $1.key && isIdentical($0.value, $1.value) }
}
