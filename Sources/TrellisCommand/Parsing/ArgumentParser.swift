/// Sorts what was typed behind a verb.
struct ArgumentParser {
  private let verb: Verb
  private var options: [Option] { verb.options + [.help] }

  init(_ verb: Verb) { self.verb = verb }

  /// Nil when help is asked for.
  func parse(_ words: [String], _ console: Console) throws -> Invocation? {
    var invocation = Invocation(console: console)
    var positional: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        positional += rest
        break
      }
      guard Self.isOption(word) else {
        positional.append(word)
        continue
      }
      let (option, inline) = try option(word)
      if option.name == Option.help.name { return nil }
      guard invocation.options[option.name] == nil else { throw failure("--\(option.name) is there twice") }
      invocation.options[option.name] = try value(of: option, inline, &rest)
    }
    invocation.arguments = try distribute(positional)
    return invocation
  }

  /// A lone dash is standard input, and numbers may be negative.
  private static func isOption(_ word: String) -> Bool {
    let bytes = Array(word.utf8.prefix(2))
    return bytes.count == 2 && bytes[0] == UInt8(ascii: "-") && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[1])
  }

  // MARK: Options

  private func option(_ word: String) throws -> (Option, inline: String?) {
    if word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if let option = options.first(where: { $0.name == parts[0] }) { return (option, parts.count > 1 ? parts[1] : nil) }
      let near = Suggestion.nearest(to: parts[0], among: options.map(\.name))
      throw failure("there is no option --\(parts[0])\(near.map { "; did you mean --\($0)?" } ?? "")")
    }
    let letters = word.dropFirst()
    guard let first = letters.first, let option = options.first(where: { $0.letter == first }),
      letters.count == 1 || option.value != nil
    else {
      throw failure("there is no option \(word); an argument that begins with - goes behind --, a path may begin with /")
    }
    return (option, letters.count > 1 ? String(letters.dropFirst()) : nil)
  }

  private func value(of option: Option, _ inline: String?, _ rest: inout ArraySlice<String>) throws -> String {
    guard let name = option.value else {
      if inline != nil { throw failure("--\(option.name) takes no value") }
      return ""
    }
    guard let value = inline ?? rest.popFirst() else { throw failure("--\(option.name) needs \(name) behind it") }
    try check(value, option.choices, "--\(option.name)")
    return value
  }

  private func check(_ value: String, _ choices: [String], _ name: String) throws {
    if choices.isEmpty || choices.contains(value) { return }
    throw failure("\(name) is one of \(choices.joined(separator: ", ")), not \(value)")
  }

  // MARK: Arguments

  private func distribute(_ words: [String]) throws -> [String: [String]] {
    var rest = words[...]
    var arguments: [String: [String]] = [:]
    for argument in verb.arguments {
      let taken = argument.count == .many ? rest : rest.prefix(1)
      rest = rest.dropFirst(taken.count)
      if taken.isEmpty, argument.count == .one { throw failure("\(argument.name) is missing: \(argument.help)") }
      for word in taken { try check(word, argument.choices, argument.name) }
      arguments[argument.name] = Array(taken)
    }
    guard let extra = rest.first else { return arguments }
    throw failure("\"\(extra)\" is one argument too many")
  }

  private func failure(_ message: String) -> Failure {
    Failure(.usage, "\(message)\nusage: \(verb.usage)\ntrellis \(verb.name) --help tells more")
  }
}
