import Dispatch

/// Runs tasks on a queue of its own, so that one may wait without keeping a thread from all others.
package final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "own thread")

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
