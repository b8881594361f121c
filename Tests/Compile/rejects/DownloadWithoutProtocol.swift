// Downloading needs StorageDownloadable.
// expect-error: value of type 'MuralImage' has no member 'download'
import Trellis

class MuralImage: Model {}

func load(_ image: MuralImage) async throws { _ = try await image.download(maxSize: 10) }
