// Models are Hashable and Identifiable, and their identity may go where they may not.
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
}

struct List<Element: Identifiable> {
  var elements: [Element]
  func element(_ id: Element.ID) -> Element? { elements.first { $0.id == id } }
}

func use(_ artists: [Artist]) -> Artist? {
  let unique = Set(artists)
  let byModel: [Artist: Int] = [:]
  let ids: [Model.ID] = artists.map(\.id)
  Task.detached { print(ids.count) }
  print(unique.count, byModel.count, artists.first == artists.last)
  return List(elements: artists).element(ids[0])
}
