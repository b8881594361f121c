import Foundation

/// A file that is to be there as a whole or not at all: written under another name, then put in the place of whatever is there.
/// What is no file, such as a device or a pipe, is just written to.
enum OutputFile {
  /// - Parameter source: the file that the output is made of, which is never written over.
  static func write(_ path: String, source: String, _ body: (Output) throws -> Void) throws {
    guard let there = Status(path) else { return try writeAnew(path, mode: nil, body) }
    if there.isSame(as: source) || isDatabase(path) { throw Failure(.refused, "\(path) is a database; name another file") }
    if there.isDirectory { throw Failure(.storage, "\(path) is a folder; name a file in it") }
    guard there.isFile else { return try writeThrough(path, body) }
    // Not the link, but what it leads to.
    try writeAnew(URL(filePath: path).resolvingSymlinksInPath().path, mode: there.mode, body)
  }

  private static func isDatabase(_ path: String) -> Bool {
    // To open a pipe is to wait for its other end.
    guard Status(path)?.isFile == true, let handle = FileHandle(forReadingAtPath: path) else { return false }
    return (try? handle.read(upToCount: 16))?.starts(with: "SQLite format 3".utf8) ?? false
  }

  private static func writeThrough(_ path: String, _ body: (Output) throws -> Void) throws {
    guard let handle = FileHandle(forWritingAtPath: path) else { throw Failure(.storage, "\(path) cannot be written") }
    let output = Output(handle, name: path)
    try body(output)
    try output.flush()
  }

  private static func writeAnew(_ path: String, mode: Int?, _ body: (Output) throws -> Void) throws {
    let temporary = "\(path).\(UInt32.random(in: .min ... .max)).part"
    let attributes = mode.map { [FileAttributeKey.posixPermissions: $0] }
    guard FileManager.default.createFile(atPath: temporary, contents: nil, attributes: attributes),
      let handle = FileHandle(forWritingAtPath: temporary)
    else {
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

  /// What stands at a path, links followed.
  private struct Status {
    private let values: stat

    init?(_ path: String) {
      var values = stat()
      guard stat(path, &values) == 0 else { return nil }
      self.values = values
    }

    private var kind: mode_t { values.st_mode & mode_t(S_IFMT) }
    var isFile: Bool { kind == mode_t(S_IFREG) }
    var isDirectory: Bool { kind == mode_t(S_IFDIR) }
    var mode: Int { Int(values.st_mode & 0o7777) }

    func isSame(as path: String) -> Bool {
      guard let other = Status(path) else { return false }
      return other.values.st_ino == values.st_ino && other.values.st_dev == values.st_dev
    }
  }
}
