import Foundation
import TrellisTree

/// A stream of bytes, written in large pieces.
final class Output: Sendable {
  private let handle: FileHandle
  private let name: String
  private let waiting = Locked<[UInt8]>([])
  private static let pieceBytes = 1 << 16

  init(_ handle: FileHandle, name: String = "standard output") {
    self.handle = handle
    self.name = name
  }

  func write(_ text: String) throws { try write(bytes: text.utf8) }

  func write(bytes: some Sequence<UInt8>) throws {
    let piece = waiting.withLock { waiting -> [UInt8]? in
      waiting.append(contentsOf: bytes)
      return waiting.count >= Self.pieceBytes ? Self.take(&waiting) : nil
    }
    if let piece { try send(piece) }
  }

  /// Writes what waits.
  func flush() throws {
    let piece = waiting.withLock { Self.take(&$0) }
    if !piece.isEmpty { try send(piece) }
  }

  private static func take(_ waiting: inout [UInt8]) -> [UInt8] {
    defer {
      waiting = []
      waiting.reserveCapacity(pieceBytes * 2)
    }
    return waiting
  }

  private func send(_ piece: [UInt8]) throws {
    do { try handle.write(contentsOf: Data(piece)) } catch {
      throw Failure(.storage, "\(name) cannot be written: \(Failure.reason(error))")
    }
  }
}
