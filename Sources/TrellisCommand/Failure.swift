import Foundation
import TrellisDatabase
import TrellisDevices
import TrellisTree

/// Why a command ends without what was asked for: a code for scripts and words for people.
struct Failure: Error {
  let code: ExitCode
  let message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = Self.translated(message)
  }

  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as TrellisError: self.init(Self.exitCode(error.code), Self.words(error))
    case let error as TreePath.Invalid: self.init(.invalid, error.description)
    case let error as TreeQuery.Invalid: self.init(.invalid, error.description)
    case let error as TreeWrite.Invalid: self.init(.invalid, error.description)
    case let error as JSONError: self.init(.invalid, error.description)
    case let error as DeviceStoreError: self.init(.invalid, error.description)
    case is CancellationError: self.init(.interrupted, "")
    default: self.init(.storage, Self.reason(error))
    }
  }

  /// What the system says, without the words that Foundation puts around it.
  static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return cause.domain == NSPOSIXErrorDomain ? String(cString: strerror(Int32(cause.code))) : error.localizedDescription
  }

  /// Calls that messages advise, and the commands that do the same.
  private static let commands = [
    ("use TreeKey(encoding:) for arbitrary text", "trellis keys encode makes a legal key of any text"),
    ("DatabaseFile(at:).salvage(to:)", "trellis check FILE --salvage NEW"), ("use the ordering .key", "use --order-by key"),
    ("use the ordering .priority", "use --order-by priority"), ("use the ordering .value", "use --order-by value"),
    ("use .value to order by the children themselves", "use --order-by value"),
  ]
  private static let longestMessage = 600

  /// A message as somebody at a terminal wants it.
  static func translated(_ message: String) -> String {
    let text = commands.reduce(message) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    return text.count <= longestMessage ? text : text.prefix(longestMessage) + " …"
  }

  private static func exitCode(_ code: TrellisError.Code) -> ExitCode {
    switch code {
    case .invalid, .typeMismatch, .tooLarge: .invalid
    case .notFound, .historyGone: .missing
    case .inUse: .inUse
    case .damaged, .newerFormat: .damaged
    case .storageFailed: .storage
    default: .refused
    }
  }

  /// The cure of an error is a call; here it is a command.
  private static func words(_ error: TrellisError) -> String {
    let cure: String
    switch error.code {
    case .inUse: cure = "try again once it has ended; get, query, watch, log, stats, diff, export and backup work meanwhile"
    case .damaged: cure = "trellis check FILE --salvage NEW writes what can be read to a new file"
    case .historyGone: cure = "leave --since out for what there is"
    default: return error.path.map { error.code == .invalid ? "\($0): \(error.message)" : error.message } ?? error.message
    }
    let what = error.message.split(separator: ";", maxSplits: 1).first.map(String.init) ?? error.message
    return "\(what); \(cure)"
  }
}
