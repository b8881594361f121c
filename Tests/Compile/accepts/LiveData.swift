// Live data for views and lists, from the main actor and from tasks, without an annotation.
import Trellis

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Field("name") var name: String?
  @Field("likes") var likes: Int?
}

@MainActor final class Screen {
  let murals = LiveQuery(Mural.ordered(by: \.$likes).last(10))
  let selected = LiveModel<Mural>("m1")
  var titles: [String] { murals.models.map { $0.name ?? "-" } }

  func appear() async {
    async let list: Void = murals.run()
    async let one: Void = selected.run()
    _ = await (list, one)
    if let error = murals.error { print(error) }
  }
}

func follow() async throws {
  for try await murals in Mural.query().observe() { print(murals.count) }
  for try await change in Mural.ordered(by: \.$name).changes() {
    print(change.difference.removals, change.difference.insertions, change.models.count)
  }
  let query = try TreeQuery("murals").ordered(byChild: "likes").last(3)
  for try await change in Database.current.changes(of: query).changesOnly {
    for event in change.events where event.kind == .added { print(event.key, event.previousKey ?? "-") }
  }
  for try await event in Database.current.events(of: query) {
    switch event {
    case .child(let child): print(child.kind, child.node["likes"].int ?? 0)
    case .value(let result): print(result.count)
    }
  }
  print(try await Database.current.explain(query))
}
