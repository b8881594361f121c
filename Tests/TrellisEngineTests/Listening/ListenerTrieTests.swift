#if DEBUG
  import Testing
  @testable import TrellisEngine
  import TrellisTree
  import VectorSupport

  /// Who is concerned by a change: those at, above and below its place.
  @Suite struct ListenerTrieTests {
    @Test("finds those at, above and below a place, however they come and go")
    func random() {
      var random = SeededRandom.announced("listener trie")
      var trie = ListenerTrie()
      var listeners: [(listener: Listener, path: TreePath)] = []
      func path(_ random: inout SeededRandom) -> TreePath {
        TreePath((0..<random.below(5)).map { _ in random.pick(["a", "b", "c"] as [TreeKey]) })
      }
      for _ in 0..<2000 {
        if listeners.isEmpty || random.chance(percent: 52) {
          let path = path(&random)
          let listener = StateListener(nil) { _ in }
          trie.add(listener, at: path)
          listeners.append((listener, path))
        } else {
          let gone = listeners.remove(at: random.below(listeners.count))
          trie.remove(gone.listener, at: gone.path)
          trie.remove(gone.listener, at: gone.path)
        }
        #expect(trie.count == listeners.count)
        let changed = path(&random)
        var found = 0
        trie.visit(affectedBy: changed) { _ in found += 1 }
        let expected = listeners.filter { $0.path.contains(changed) || changed.contains($0.path) }.count
        #expect(found == expected, "seed \(random.seed), at \(changed)")
      }
      #expect(trie.removeAll().count == listeners.count)
      #expect(trie.count == 0)
    }

    @Test("nobody is woken beside a place")
    func besides() {
      var trie = ListenerTrie()
      let paths: [TreePath] = ["a/b", "a/bc", "ab", "b/a"]
      for path in paths { trie.add(StateListener(nil) { _ in }, at: path) }
      func count(_ path: TreePath) -> Int {
        var count = 0
        trie.visit(affectedBy: path) { _ in count += 1 }
        return count
      }
      #expect(count("a/b/c") == 1)
      #expect(count("c") == 0)
      #expect(count(.root) == paths.count)
    }
  }
#endif
