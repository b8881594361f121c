import Trellis

extension Story {
  func deleting() async throws {
    output.chapter("Deleting")

    guard let tunnel = try await Mural.find("tunnel") else { return }
    try await tunnel.delete()
    output.show("try await tunnel.delete()", "tunnel.exists: \(tunnel.exists)")
    output.show("Mural.find(\"tunnel\")", try await Mural.find("tunnel"))
  }
}
