// Nested models need no protocol, and are usable off the main actor whatever the module's default is.
import Trellis

class MuralImage: Model {
  @Field("location") var location: String?
  var fileName: String { String((location ?? "").split(separator: "/").last ?? "") }
}

class StoredImage: Model, StorageDownloadable {}

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Children("images") var images: [MuralImage]
  @Children("stored") var stored: [StoredImage]
}

nonisolated func fileNames() async throws -> [String] {
  try await Mural.all().flatMap { $0.images.map(\.fileName) }
}

nonisolated func locations(_ mural: Mural) -> [String] { mural.stored.compactMap(\.location) }
