import TrellisTree

/// A verb with what was typed behind it.
struct Invocation: Sendable {
  let console: Console
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
  func number(_ option: Option, least: Int = 0) throws -> Int? {
    guard let text = options[option.name] else { return nil }
    guard let number = Int(text), number >= least else {
      throw Failure(.usage, "--\(option.name) takes a whole number from \(least) on, not \(text)")
    }
    return number
  }

  /// The place that is named, or the root.
  func path(_ argument: Argument = .path) throws -> TreePath {
    guard let text = optional(argument) else { return .root }
    do throws(TreePath.Invalid) { return try TreePath(text) } catch { throw Failure(.invalid, error.description) }
  }
}
