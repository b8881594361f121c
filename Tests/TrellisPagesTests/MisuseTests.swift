import Testing
import TrellisPages
import TrellisTree

// Wrong uses by our own code trap instead of doing harm. Each runs in a process of its own.
#if os(macOS) || os(Linux)
  @Suite struct MisuseTests {
    private static func applied(_ arena: Arena, _ value: Int64) -> Version {
      var edit = arena.begin()
      edit.set(["a"], .int(value))
      return edit.apply()
    }

    @Test func twoEdits() async {
      await #expect(processExitsWith: .failure) {
        let arena = Arena()
        let edit = arena.begin()
        _ = arena.begin()
        edit.discard()
      }
    }

    @Test func aStaleView() async {
      await #expect(processExitsWith: .failure) {
        let arena = Arena()
        var edit = arena.begin()
        edit.set(["a"], "a long string, so that it has a block")
        let view = edit.view
        edit.set(["a"], true)
        _ = view["a"].scalar
      }
    }

    @Test func viewsAfterTheEdit() async {
      await #expect(processExitsWith: .failure) {
        let arena = Arena()
        var edit = arena.begin()
        edit.set(["a"], true)
        let view = edit.view
        edit.discard()
        _ = view.count
      }
      await #expect(processExitsWith: .failure) {
        let arena = Arena()
        let edit = arena.begin()
        let base = edit.base
        edit.discard()
        _ = base.count
      }
    }

    @Test func versionsThatAreGone() async {
      await #expect(processExitsWith: .failure) {
        let arena = Arena()
        let (kept, undone) = (MisuseTests.applied(arena, 1), MisuseTests.applied(arena, 2))
        arena.rewind(to: kept)
        arena.publish(undone)
      }
      await #expect(processExitsWith: .failure) {
        let arena = Arena()
        let (kept, undone) = (MisuseTests.applied(arena, 1), MisuseTests.applied(arena, 2))
        arena.rewind(to: kept)
        arena.rewind(to: undone)
      }
    }

    @Test func backInHistory() async {
      await #expect(processExitsWith: .failure) {
        let arena = Arena()
        let (older, newer) = (MisuseTests.applied(arena, 1), MisuseTests.applied(arena, 2))
        arena.publish(newer)
        arena.publish(older)
      }
      await #expect(processExitsWith: .failure) {
        let arena = Arena()
        let (older, newer) = (MisuseTests.applied(arena, 1), MisuseTests.applied(arena, 2))
        arena.publish(newer)
        arena.rewind(to: older)
      }
    }

    @Test func aVersionOfAnotherArena() async {
      await #expect(processExitsWith: .failure) {
        let (arena, other) = (Arena(), Arena())
        _ = MisuseTests.applied(arena, 1)
        var last = other.published
        for value in 0..<500 { last = MisuseTests.applied(other, Int64(value)) }
        arena.publish(last)
      }
    }

    @Test func serverValuesAndKeysThatAreNone() async {
      await #expect(processExitsWith: .failure) {
        let arena = Arena()
        var edit = arena.begin()
        edit.set(["a"], .timestamp)
        edit.discard()
      }
      await #expect(processExitsWith: .failure) {
        let arena = Arena()
        var edit = arena.begin()
        edit.set([.minimum], 1)
        edit.discard()
      }
    }
  }
#endif
