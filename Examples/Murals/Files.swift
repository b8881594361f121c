import Trellis

extension Story {
  /// Files that nodes name, in a store beside the tree.
  func files() async throws {
    output.chapter("Files")

    let images = try await theMural().images
    output.show("images[0].location", images[0].location)
    output.show("images[0].downloadURL()", try await images[0].downloadURL())
    output.show("images[0].download(maxSize: 1 << 20)", try await images[0].download(maxSize: 1 << 20))
    await output.show("images[1].download(maxSize: 1 << 20)") { _ = try await images[1].download(maxSize: 1 << 20) }
  }
}
