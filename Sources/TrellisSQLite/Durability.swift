/// When a write to a database file returns.
public enum Durability: Sendable {
  /// Once the disk has it. Nothing acknowledged is lost, whatever happens to the process, the system or the power.
  case full
  /// Once the operating system has it. Nothing acknowledged is lost when the process dies; when the power fails the last
  /// commits may be, each of them whole, and the file stays good. (SQLite calls it `synchronous = NORMAL`.)
  case normal

  var pragmas: String {
    switch self {
    case .full: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON"
    case .normal: "PRAGMA synchronous = NORMAL"
    }
  }
}
