// Completion handlers run on the main actor and may keep what they are given.
import Trellis

class Artist: Model, Queryable, Insertable, Deletable, PropertyWritable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
}

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Links("artists") var artists: Linked<Artist>
}

@MainActor final class ArtistList {
  var artists: [Artist] = []
  var selected: Artist?
  var error: (any Error)?

  func refresh() {
    Artist.all { result in
      if let artists = try? result.get() { self.artists = artists }
    }
    Artist.where(\.$country, equals: "US").first(10).fetch { self.artists = (try? $0.get()) ?? [] }
    Artist.find("a1") { self.selected = (try? $0.get()) ?? nil }
    Artist.first(1).fetchFirst { self.selected = (try? $0.get()) ?? nil }
  }

  func add() {
    Artist.insert {
      $0.country = "MX"
    } completion: { result in
      switch result {
      case .success(let artist): self.artists.append(artist)
      case .failure(let error): self.error = error
      }
    }
  }

  func change(_ artist: Artist, of mural: Mural) {
    artist.country = "GB"
    artist.save { _ in }
    artist.set(\.$country, to: nil) { _ in }
    artist.load { _ in print(artist.country ?? "-") }
    mural.artists.load { self.artists = (try? $0.get()) ?? [] }
    mural.artists.add("a1") { _ in }
    artist.delete { result in
      if case .success = result { self.artists.removeAll { $0 == artist } }
    }
  }
}
