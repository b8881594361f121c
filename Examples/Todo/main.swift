// A to-do list. Every write tells the list what has changed in it, row by row; nothing is compared or loaded again.
import Trellis

try await story()

func story() async throws {
  let database = Database.inMemory()
  Database.setDefault(database)
  var screen = Screen(Chore.ordered(by: \.$rank))
  try await screen.show("Nothing to do yet.")

  try await database.batch { batch in
    for (rank, title) in ["clean the wall", "draw the outline", "mix the blue", "paint"].enumerated() {
      try batch.insert(Chore.self, as: TreeKey("t\(rank + 1)")) {
        $0.title = title
        $0.rank = Double(rank)
      }
    }
  }
  try await screen.show("Four chores, in one commit.")

  guard let wall = try await Chore.find("t1"), let blue = try await Chore.find("t3"), let paint = try await Chore.find("t4") else {
    throw TrellisError(.notFound, "the chores are gone")
  }
  try await wall.set(\.$isDone, to: true)
  try await screen.show("The wall is clean.")

  try await blue.set(\.$rank, to: 0.5)
  try await screen.show("The blue comes before the outline.")

  try await Chore.insert(as: "t5") {
    $0.title = "sign"
    $0.rank = 9
  }
  try await screen.show("One more at the end.")

  try await database.batch { batch in
    try batch.update(paint) { $0.title = "paint, and paint again" }
    try batch.delete(wall)
  }
  try await screen.show("One is renamed and one is gone, in one commit.")

  do {
    try await Chore.insert {
      $0.title = ""
      $0.rank = -1
    }
  } catch let error as TrellisError {
    print("\nA chore that is none is refused, with all that is wrong:")
    for case let problem as TrellisError in (error.underlying as? ModelProblems)?.errors ?? [error] { print("  \(problem.message)") }
  }

  let open = try await Chore.where(\.$isDone, equals: false).count() + Chore.where(missing: \.$isDone).count()
  print("\nStill to do: \(open)")
}
