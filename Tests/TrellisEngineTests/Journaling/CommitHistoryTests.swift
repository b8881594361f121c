#if DEBUG
  import Testing
  import TrellisDatabase
  @testable import TrellisEngine
  import TrellisTree

  /// How far back commits are kept, in number and in size.
  @Suite struct CommitHistoryTests {
    private func commit(_ number: Int64, nodes: Int) -> Commit {
      let value: Tree = nodes == 1 ? 1 : .list((0..<nodes - 1).map { Tree.int(Int64($0)) })
      return Commit(number: number, milliseconds: 0, changes: [TreeWrite.Change("a", value)], origin: nil)
    }

    private func kept(_ history: CommitHistory) throws -> [Int64] {
      for first in 0...history.published {
        if let commits = try? history.published(behind: first) { return commits.map(\.number) }
      }
      return []
    }

    @Test("keeps no more commits than it may")
    func number() throws {
      var history = CommitHistory(startingAt: 0, mostCommits: 100)
      for number in 1...1000 as ClosedRange<Int64> {
        history.append(commit(number, nodes: 1))
        history.publish(through: number)
        #expect(try kept(history) == Array(max(1, number - 99)...number))
      }
    }

    @Test("keeps no more nodes than it may, but always the newest commit")
    func size() throws {
      var history = CommitHistory(startingAt: 0, mostCommits: 100, mostNodes: 50)
      for number in 1...20 as ClosedRange<Int64> {
        history.append(commit(number, nodes: 10))
        history.publish(through: number)
      }
      #expect(try kept(history) == Array(16...20))
      history.append(commit(21, nodes: 1000))
      history.publish(through: 21)
      #expect(try kept(history) == [21])
      for number in 22...23 as ClosedRange<Int64> {
        history.append(commit(number, nodes: 10))
        history.publish(through: number)
      }
      #expect(try kept(history) == [22, 23])
    }

    @Test("what was undone is forgotten, and does not count any more")
    func rewinding() throws {
      var history = CommitHistory(startingAt: 0, mostCommits: 3, mostNodes: 50)
      history.append(commit(1, nodes: 10))
      history.publish(through: 1)
      for _ in 0..<5 {
        // More than are kept, so that published ones are forgotten too.
        for number in 2...6 as ClosedRange<Int64> { history.append(commit(number, nodes: 10)) }
        #expect(history.applied == 6 && history.published == 1)
        history.rewind()
        #expect(history.applied == 1 && history.published == 1)
      }
      #expect(history.hasChanged("quiet", since: 0), "that is not known any more")
      #expect(!history.hasChanged("quiet", since: 1))
      for number in 2...4 as ClosedRange<Int64> {
        history.append(commit(number, nodes: 20))
        history.publish(through: number)
      }
      #expect(try kept(history) == [3, 4], "of three with 20 nodes each, 50 allow two")
    }

    @Test("commits that are applied but not published are not given to readers")
    func unpublished() throws {
      var history = CommitHistory(startingAt: 0, mostCommits: 100)
      for number in 1...5 as ClosedRange<Int64> { history.append(commit(number, nodes: 1)) }
      #expect(try history.published(behind: 0).isEmpty)
      history.publish(through: 3)
      #expect(try history.published(behind: 0).map(\.number) == [1, 2, 3])
      #expect(try history.published(behind: 2).map(\.number) == [3])
      #expect(history.hasChanged("a/b", since: 4), "a condition counts what is applied")
      #expect(!history.hasChanged("b", since: 0))
    }
  }
#endif
