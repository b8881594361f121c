import TrellisTree

/// A verb with what was typed behind it.
struct Invocation: Sendable {
  let console: Console
  /// More than there is of anything, and far from where sums overflow.
  static let largestNumber = 1 << 52
  var arguments: [String: [String]] = [:]
  var options: [String: String] = [:]

  func has(_ option: Option) -> Bool { options[option.name] != nil }

  subscript(_ option: Option) -> String? { options[option.name] }

  /// An argument that must be there.
  func require(_ argument: Argument) throws -> String {
    guard let text = arguments[argument.name]?.first else { throw Failure(.usage, "\(argument.name) is missing") }
    return text
  }

  func optional(_ argument: Argument) -> String? { arguments[argument.name]?.first }

  func all(_ argument: Argument) -> [String] { arguments[argument.name] ?? [] }

  /// A whole number from `least` on.
  func number(_ option: Option, least: Int = 0, most: Int = largestNumber) throws -> Int? {
    guard let text = options[option.name] else { return nil }
    guard let number = Int(text), number >= least, number <= most else {
      throw Failure(
        .usage, "--\(option.name) takes a whole number from \(least)\(most == Self.largestNumber ? " on" : " to \(most)"), not \(text)")
    }
    return number
  }

  func seconds(_ option: Option, or standard: Duration) throws -> Duration {
    guard let text = self[option] else { return standard }
    guard let seconds = Double(text), seconds >= 0.001, seconds <= 86_400 else {
      throw Failure(.usage, "--\(option.name) takes a number of seconds above 0, not \(text)")
    }
    return .milliseconds(Int(seconds * 1000))
  }

  /// A place that is to be written. What ends with a slash may be a name that a shell has left out.
  func writtenPath() throws -> TreePath {
    if let text = optional(.path), text != "/", text.hasSuffix("/") {
      throw Failure(.usage, "\(text) ends with /; leave that out, if all below it is meant")
    }
    return try path()
  }

  /// The place that is named, or the root.
  func path(_ argument: Argument = .path) throws -> TreePath {
    guard let text = optional(argument) else { return .root }
    if text.isEmpty { throw Failure(.usage, "\(argument.name) is empty; / stands for all of it") }
    do throws(TreePath.Invalid) { return try TreePath(text) } catch { throw Failure(.invalid, error.description) }
  }
}
