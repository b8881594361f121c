import Dispatch
package import Foundation
import TrellisTree

extension Process {
  private static let starting = Lock()
  private static let guarding = DispatchQueue(label: "guard of processes")

  /// Runs the process, with the pipes that `connect` makes and gives it. Tests start all their processes with this.
  ///
  /// Foundation closes in a child what it saw open a moment before. A pipe that another thread makes in that moment stays
  /// open in the child, and who reads the pipe to its end waits for that child, too; so processes start one at a time. One
  /// that has not ended after a quarter of an hour is killed, so that its test fails by name.
  package func start<Pipes>(_ connect: (Process) throws -> Pipes) throws -> Pipes {
    let pipes = try Self.starting.withLock {
      let pipes = try connect(self)
      try run()
      return pipes
    }
    Self.guarding.asyncAfter(deadline: .now() + .seconds(900)) { [weak self] in
      if let self, isRunning { kill(processIdentifier, SIGKILL) }
    }
    return pipes
  }

  package func start() throws { try start { _ in } }
}
