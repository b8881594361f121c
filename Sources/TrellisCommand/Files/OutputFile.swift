import Foundation

/// A file that is to be there as a whole or not at all: written under another name, then put in the place of whatever is there.
enum OutputFile {
  static func write(_ path: String, _ body: (Output) throws -> Void) throws {
    let temporary = "\(path).\(getpid()).part"
    guard FileManager.default.createFile(atPath: temporary, contents: nil), let handle = FileHandle(forWritingAtPath: temporary) else {
      throw Failure(.storage, "\(path) cannot be written; see whether its folder is there and what its permissions are")
    }
    do {
      let output = Output(handle, name: path)
      try body(output)
      try output.flush()
      try handle.synchronize()
      try handle.close()
      // The place is taken in one step, whatever is there.
      guard rename(temporary, path) == 0 else { throw Failure(.storage, "\(path) cannot be written: \(String(cString: strerror(errno)))") }
    } catch {
      try? FileManager.default.removeItem(atPath: temporary)
      throw error
    }
  }
}
