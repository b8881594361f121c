import Testing
import TrellisPages
import TrellisTree

/// One writer, many readers. Run under the thread sanitizer with the trait `ThreadSanitizedPages`.
@Suite struct ThreadTests {
  /// Every version holds one number in many places; readers must never see two.
  @Test func readersSeeOneVersion() {
    let arena = Arena()
    let paths = (0..<60).map { [key("node \($0 % 7)"), key("a child with a longer name \($0)")] }
    func write(_ number: Int64) {
      arena.publishing { edit in
        for (i, path) in paths.enumerated() { edit.set(path, i % 2 == 0 ? .int(number) : .string("a string for the number \(number)")) }
      }
    }
    write(0)
    let problems = WaitingQueue<String>()
    let done = Locked(false)
    let readers = (0..<3).map { _ in
      TestThread {
        while !done.withLock({ $0 }) {
          let snapshot = arena.pin()
          guard let number = snapshot[paths[0]].int else { return problems.add("no number") }
          for (i, path) in paths.enumerated() {
            let isRight = i % 2 == 0 ? snapshot[path].int == number : snapshot[path].string == "a string for the number \(number)"
            if !isRight { return problems.add("\(path) is \(snapshot[path]) in version \(number)") }
          }
          if snapshot.tree.count != 7 { problems.add("count") }
        }
      }
    }
    for number in 1..<Int64(400) {
      write(number)
      if number % 16 == 0 { arena.reclaim() }
    }
    done.withLock { $0 = true }
    for reader in readers { reader.join() }
    #expect(problems.take() == nil)
    #expect(arena.bytesAfterEmptying() == 0)
  }

  @Test func snapshotsReadInTasks() async {
    let snapshot = arena(murals).pin()
    let names = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<50 { group.addTask { snapshot["murals"]["m1"]["name"].string } }
      return await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(names == ["A really great mural"])
  }

  /// The last reference may go on any thread, while the writer is at work.
  @Test func pinsDroppedElsewhere() {
    let arena = arena(murals)
    let queue = WaitingQueue<TreeSnapshot>()
    let droppers = (0..<3).map { _ in
      TestThread { while let snapshot = queue.wait() { _ = snapshot[path: "murals/m1/likes"].int } }
    }
    for i in 0..<500 {
      arena.publishing { $0.set(["murals", "m1", "likes"], .int(Int64(i))) }
      for _ in 0..<3 { queue.add(arena.pin()) }
    }
    queue.close()
    for dropper in droppers { dropper.join() }
    arena.reclaim()
    #expect(arena.statistics.versions == 1 && arena.brokenInvariants() == [])
    #expect(arena.bytesAfterEmptying() == 0)
  }
}
