// A batch ends with its closure.
// expect-error: escaping closure captures 'inout' parameter 'batch'
import Trellis

func keep(_ database: Database) async throws {
  var kept: (() -> Void)?
  try await database.batch { batch in kept = { batch.set("late", true) } }
  kept?()
}
