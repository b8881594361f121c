import TrellisDatabase

/// A location, checked and split: what follows `/`, without empty pieces.
struct FileLocation: Hashable {
  let pieces: [String]

  /// - Throws: `.invalid` for a location that is empty or would leave the store.
  init(_ text: String) throws {
    pieces = text.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    if pieces.isEmpty { throw TrellisError(.invalid, "the location of a file is empty; name one, such as /murals/m1.jpg") }
    for piece in pieces where piece == "." || piece == ".." || piece.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw TrellisError(.invalid, "the location \"\(text)\" has a piece that no file may be named: \"\(piece)\"")
    }
  }

  var text: String { "/" + pieces.joined(separator: "/") }

  var notFound: TrellisError { TrellisError(.notFound, "there is no file at \(text)") }

  func tooLarge(_ size: Int, _ maxSize: Int) -> TrellisError {
    TrellisError(.tooLarge, "the file at \(text) has \(size) bytes, but at most \(maxSize) are wanted; ask for more, or use its URL")
  }

  // By code units: two spellings of "é" are two files, as on Linux file systems.
  static func == (a: FileLocation, b: FileLocation) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
  func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
