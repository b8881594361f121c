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
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw Failure(.storage, "\(path) is a folder, not a file")
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw Failure(
        isThere ? .storage : .missing, isThere ? "\(path) cannot be read; see what its permissions are" : "there is no file \(path)")
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
      throw Failure(.storage, "\(name) cannot be read: \(Failure.reason(error))")
    }
  }

  /// All there is.
  func all() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try next() { bytes += piece }
    return bytes
  }
}

extension String {
  /// A text that was read, which is not repaired where it is none.
  init(read bytes: some Sequence<UInt8>, from name: String) throws {
    guard let text = String(validating: Array(bytes), as: UTF8.self) else { throw Failure(.invalid, "\(name) is not UTF-8") }
    self = text
  }
}

extension Invocation {
  /// What was typed as VALUE, or what it says to read.
  func valueText() throws -> String {
    let text = try require(.value)
    return text == "-" ? try String(read: try InputPieces("-").all(), from: "standard input") : text
  }

  func value() throws -> Tree {
    var text = try valueText()
    guard has(.text) else { return try JSONText.value(text) }
    // What `echo` and editors put there.
    if try require(.value) == "-", text.utf8.last == UInt8(ascii: "\n") { text = String(text.dropLast()) }
    return .string(text)
  }
}
