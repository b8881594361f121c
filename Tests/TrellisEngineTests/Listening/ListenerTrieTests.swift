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
      var listeners: [(id: Int, path: TreePath, stream: AsyncThrowingStream<Void, any Error>)] = []
      func path(_ random: inout SeededRandom) -> TreePath {
        TreePath((0..<random.below(5)).map { _ in random.pick(["a", "b", "c"] as [TreeKey]) })
      }
      for _ in 0..<2000 {
        if listeners.isEmpty || random.chance(percent: 52) {
          let path = path(&random)
          let (stream, signal) = AsyncThrowingStream<Void, any Error>.makeStream()
          listeners.append((trie.add(signal, at: path), path, stream))
        } else {
          let gone = listeners.remove(at: random.below(listeners.count))
          trie.remove(gone.id, at: gone.path)
          trie.remove(gone.id, at: gone.path)
        }
        #expect(trie.count == listeners.count)
        let changed = path(&random)
        var found: [ListenerTrie.Signal] = []
        trie.affected(by: changed, into: &found)
        let expected = listeners.filter { $0.path.contains(changed) || changed.contains($0.path) }.count
        #expect(found.count == expected, "seed \(random.seed), at \(changed)")
      }
      #expect(trie.removeAll().count == listeners.count)
      #expect(trie.count == 0)
    }

    @Test("nobody is woken beside a place")
    func besides() {
      var trie = ListenerTrie()
      let streams = (["a/b", "a/bc", "ab", "b/a"] as [TreePath]).map { path in
        AsyncThrowingStream<Void, any Error> { _ = trie.add($0, at: path) }
      }
      var found: [ListenerTrie.Signal] = []
      trie.affected(by: "a/b/c", into: &found)
      #expect(found.count == 1)
      trie.affected(by: "c", into: &found)
      #expect(found.count == 1)
      trie.affected(by: .root, into: &found)
      #expect(found.count == 1 + streams.count)
    }
  }
#endif
