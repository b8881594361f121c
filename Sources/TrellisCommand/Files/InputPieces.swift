import Foundation
import TrellisTree

/// A file or standard input, a piece at a time.
final class InputPieces: Sendable {
  private let name: String
  private let handle: FileHandle
  /// Bytes in all; nil when that is not known.
  let total: Int?
  private static let pieceBytes = 1 << 18

  /// - Parameter path: `-` is standard input.
  init(_ path: String) throws {
    if path == "-" {
      (name, handle, total) = ("standard input", .standardInput, nil)
      return
    }
    name = path
    guard let handle = FileHandle(forReadingAtPath: path) else {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw Failure(isThere ? .storage : .missing, isThere ? "\(path) cannot be opened" : "there is no file \(path)")
    }
    self.handle = handle
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int).flatMap { $0 }
    // Pipes and devices say 0.
    total = size == 0 ? nil : size
  }

  /// The next piece; nil at the end.
  func next() throws -> [UInt8]? {
    do {
      let piece = try handle.read(upToCount: Self.pieceBytes) ?? Data()
      return piece.isEmpty ? nil : Array(piece)
    } catch {
      throw Failure(.storage, "\(name) cannot be read: \(error.localizedDescription)")
    }
  }

  /// All there is.
  func all() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try next() { bytes += piece }
    return bytes
  }
}

extension Invocation {
  /// What was typed as VALUE, or what it says to read.
  func valueText() throws -> String {
    let text = try require(.value)
    return text == "-" ? String(decoding: try InputPieces("-").all(), as: UTF8.self) : text
  }

  func value() throws -> Tree {
    let text = try valueText()
    return has(.text) ? .string(text) : try JSONText.value(text)
  }
}
