/// What the process ends with. The help and the manual list them.
enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case no = 1
  case usage = 2
  case invalid = 3
  case missing = 4
  case inUse = 5
  case damaged = 6
  case storage = 7
  case refused = 8
  case interrupted = 130

  var meaning: String {
    switch self {
    case .done: "all went well"
    case .no: "the answer is no: check found problems, diff found differences, get --exists found nothing"
    case .usage: "wrong usage: an unknown verb or option, a missing argument"
    case .invalid: "wrong input: no JSON, no legal path, query or value"
    case .missing: "the file, or the history that was asked for, is not there"
    case .inUse: "another process has the database open for writing"
    case .damaged: "the file is damaged, is no database, or was made by a later version"
    case .storage: "the disk or the file system failed, or is full"
    case .refused: "the database refused: no permission, a condition that does not hold, or it is read only"
    case .interrupted: "interrupted by Ctrl-C; 128 and the number of the signal for others"
    }
  }
}
