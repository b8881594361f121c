import Foundation
import TrellisDatabase

/// A file that is read from its beginning to its end, a piece at a time.
struct PiecewiseFile {
  private let url: URL
  private let handle: FileHandle

  private static let pieceBytes = 1 << 18

  init(_ url: URL) throws {
    self.url = url
    do { handle = try FileHandle(forReadingFrom: url) } catch {
      let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
      let advice = isMissing ? "there is no file \(url.path)" : "the file \(url.path) cannot be opened; see what its permissions are"
      throw TrellisError(isMissing ? .notFound : .storageFailed, advice, underlying: error)
    }
  }

  /// The next piece; nil at the end.
  func next() throws -> [UInt8]? {
    do {
      let piece = try handle.read(upToCount: Self.pieceBytes) ?? Data()
      return piece.isEmpty ? nil : Array(piece)
    } catch {
      throw TrellisError(.storageFailed, "the file \(url.path) cannot be read to its end", underlying: error)
    }
  }
}
