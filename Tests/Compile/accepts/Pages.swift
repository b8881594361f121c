// Pages are a sequence that is kept, iterated by hand or in a loop, on any actor.
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("lastName") var lastName: String?
}

func count() async throws -> Int {
  var count = 0
  for try await page in Artist.ordered(by: \.$lastName).first(100).pages(of: 20) { count += page.count }
  return count
}

@MainActor final class ArtistList {
  private var pages: ModelPages<Artist>.Iterator = Artist.orderedByKey().pages(of: 20).makeAsyncIterator()
  private(set) var artists: [Artist] = []

  func more() async throws {
    var pages = pages
    if let page = try await pages.next() { artists += page }
    self.pages = pages
  }
}

actor Exporter {
  var names: [String] = []

  func run(_ pages: ModelPages<Artist>) async throws {
    for try await page in pages { names += page.compactMap(\.lastName) }
  }
}

func export() async throws {
  let snapshot = try await Database.current.snapshot()
  try await Exporter().run(Artist.query(in: snapshot).pages(of: 100))
}
