import Testing
import TrellisDatabase
import TrellisTree

/// What is remembered for the end of a connection (data model §10).
@Suite struct DisconnectWritesTests {
  private func remembered(_ steps: (inout DisconnectWrites) -> Void) -> [TreePath: Tree] {
    var writes = DisconnectWrites()
    steps(&writes)
    return Dictionary(writes.entries.map { ($0.path, $0.value) }) { first, _ in first }
  }

  @Test("a value replaces what was remembered there and below, and becomes part of what is remembered above")
  func remembering() {
    #expect(
      remembered {
        $0.remember("a/b", 1, as: nil)
        $0.remember("a/c", 2, as: nil)
      } == ["a/b": 1, "a/c": 2])
    #expect(
      remembered {
        $0.remember("a/b", 1, as: nil)
        $0.remember("a", ["x": 2], as: nil)
      } == ["a": ["x": 2]])
    #expect(
      remembered {
        $0.remember("a", ["x": 2], as: nil)
        $0.remember("a/y/z", 3, as: nil)
      } == ["a": ["x": 2, "y": ["z": 3]]])
    #expect(
      remembered {
        $0.remember("a", .null, as: nil)
        $0.remember("a/y", 3, as: nil)
      } == ["a": ["y": 3]])
  }

  @Test("forgetting a place forgets what is below; below a remembered value the other children stay")
  func forgetting() {
    #expect(
      remembered {
        $0.remember("a/b", 1, as: nil)
        $0.remember("c", 2, as: nil)
        $0.forget("a")
      } == ["c": 2])
    let split = remembered {
      $0.remember("a", ["x": 1, "y": ["p": 2, "q": 3]], as: nil)
      $0.forget("a/y/p")
    }
    #expect(split == ["a/x": 1, "a/y/q": 3])
    #expect(
      remembered {
        $0.remember("a", 5, as: nil)
        $0.forget("a/x")
      } == ["a": 5], "a leaf has no children to forget")
    #expect(
      remembered {
        $0.remember("a", 5, as: nil)
        $0.forget("/")
      } == [:])
  }

  @Test("users are kept apart, each with a write of their own, in order")
  func users() throws {
    let (ana, bob) = (Auth(uid: "ana"), Auth(uid: "bob"))
    var writes = DisconnectWrites()
    writes.remember("a", ["x": 1], as: ana)
    writes.remember("a/y", 2, as: bob)
    writes.remember("b", 3, as: bob)
    let made = try writes.writes()
    #expect(made.map(\.auth) == [ana, bob])
    #expect(made.map { $0.write.changes.map(\.path) } == [["a"], ["a/y", "b"]])
  }
}
