// Querying needs Queryable.
// expect-error: type 'MuralImage' has no member 'all'
import Trellis

class MuralImage: Model {}

func load() async throws { _ = try await MuralImage.all() }
