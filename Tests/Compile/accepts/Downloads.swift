// A model may name a file: by the field location, or by a property of its own.
import Foundation
import Trellis
import TrellisFiles

class MuralImage: Model, StorageDownloadable {}

class Poster: Model, Queryable, StorageDownloadable {
  static let collection: TreePath = "posters"
  @Field("file/path") var location: String?
}

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Children("images") var images: [MuralImage]
}

func files(_ mural: Mural, _ poster: Poster) async throws -> [Data] {
  print(try await poster.downloadURL())
  return [try await mural.images[0].download(maxSize: 1 << 20), try await poster.download(maxSize: 100)]
}

@MainActor final class Picture {
  var data: Data?

  func load(_ image: MuralImage) {
    image.download(maxSize: 1 << 20) { result in self.data = try? result.get() }
  }
}

func open(_ folder: URL) -> Database { Database.inMemory(files: FolderFileStore(folder)) }
