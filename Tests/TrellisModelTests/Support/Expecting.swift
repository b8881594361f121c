import Observation
import Testing
import Trellis

/// Returns once a condition on observable models holds; looks again whenever one of them changes.
@MainActor
func until(_ condition: () -> Bool) async {
  while !condition() {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = condition()
      } onChange: {
        continuation.resume()
      }
    }
  }
}

extension Database {
  /// What is stored, as JSON with priorities; numbers show whether they are integers or doubles.
  func json(_ path: TreePath) async throws -> String { try await get(path).tree.json(.export) }

  /// The next commit behind a number.
  func commit(after number: Int64) async throws -> Commit {
    for try await commit in commits(since: number) { return commit }
    throw TrellisError(.notFound, "the commits ended")
  }

  /// How many commits there have been, without those that this makes to find out.
  func commitCount() async throws -> Int {
    let marks: TreePath = "marks"
    let mark = try await set(marks.appending(PushKey.next()), true)
    var count = 0
    for try await commit in commits(since: 0) {
      if !commit.changes.allSatisfy({ marks.contains($0.path) }) { count += 1 }
      if commit.number == mark.number { break }
    }
    return count
  }
}
