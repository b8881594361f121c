import Foundation
import TrellisPages

/// Ends the process, which tells the fuzzer that it has found something.
func require(_ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String) {
  if condition() { return }
  FileHandle.standardError.write(Data("not as it should be: \(message())\n".utf8))
  abort()
}

extension Arena {
  /// With nothing published and nothing pinned, not one byte is in use.
  func requireNothingLeft() {
    var edit = begin()
    edit.remove([])
    _ = edit.publish()
    reclaim()
    require(statistics.liveBytes == 0, "\(statistics.liveBytes) bytes are left")
  }
}
