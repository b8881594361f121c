import TrellisRules
import TrellisTree

extension Invocation {
  func formatRules(_ path: String, _ words: [String]) throws -> ExitCode {
    try requireNothing(words, "fmt")
    if has(.inPlace), path == "-" { throw Failure(.usage, "--write needs a file; standard input cannot be written") }
    let text = try String(read: try InputPieces(path).all(), from: path)
    let formatted: String
    do throws(RulesError) { formatted = try SecurityRules.formatted(text) } catch {
      throw Failure(.invalid, error.problems.map { "\(path):\($0)" }.joined(separator: "\n"))
    }
    let isSame = CodeUnits.equal(text, formatted)
    if has(.onlyCheck) {
      if !isSame { console.complain("\(path) is laid out otherwise; trellis rules fmt \(path) --write does it") }
      return isSame ? .done : .no
    }
    guard has(.inPlace) else {
      try console.output.write(formatted)
      return .done
    }
    if !isSame { try OutputFile.write(path, source: "-") { try $0.write(formatted) } }
    return .done
  }
}
