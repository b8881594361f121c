import Dispatch
import TestSupport

/// Runs an operation to its end from a closure that cannot wait. It has a thread of its own, so that it comes to its end
/// even when all threads of tasks are waiting like this one.
func finishNow(_ operation: @escaping @Sendable () async -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task(executorPreference: OwnThread()) {
    await operation()
    done.signal()
  }
  done.wait()
}
