// Live queries, pages and following one model, from the main actor and from elsewhere.
import Trellis

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Field("name") var name: String?
}

func firstChange() async throws -> String? {
  for try await murals in Mural.where(\.$name, in: "A"..."Z").observe() { return murals.first?.name }
  return nil
}

func pages() async throws -> Int {
  var count = 0
  for try await page in Mural.ordered(by: \.$name).pages(of: 20) { count += page.count }
  return count
}

@MainActor final class Screen {
  let mural: Mural
  private var task: Task<Void, any Error>?

  init(mural: Mural) { self.mural = mural }

  func appear() { task = Task { try await mural.follow() } }
  func disappear() { task?.cancel() }
}
