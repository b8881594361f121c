import Synchronization
package import Testing

/// Runs tests beside the threads that all others share: for tests that wait for processes. Two that wait on the two threads of a
/// small machine would keep everybody else from going on, also those that they wait for.
package struct WaitingTrait: TestTrait, SuiteTrait, TestScoping {
  private static let executors = (0..<4).map { _ in OwnThread() }
  private static let count = Atomic(0)

  package var isRecursive: Bool { true }

  @concurrent
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let number = Self.count.add(1, ordering: .relaxed).oldValue
    try await withTaskExecutorPreference(Self.executors[number % Self.executors.count]) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  package static var waiting: Self { Self() }
}
