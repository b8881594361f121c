// Models of a main-actor view model stay on the main actor.
// expect-error: non-Sendable type '[Artist]' of property 'artists' cannot exit main actor-isolated context
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

@MainActor class ArtistList {
  var artists: [Artist] = []

  func count() {
    Task.detached { await print(self.artists.count) }
  }
}
