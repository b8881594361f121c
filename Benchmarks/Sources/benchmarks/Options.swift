/// What the command line asks for.
struct Options {
  struct Invalid: Error { let message: String }

  var filter: String?
  var jsonFile: String?
  var isLarge = false
  var isQuick = false
  var listsOnly = false
  var helpsOnly = false

  init(_ arguments: some Sequence<String>) throws {
    var rest = arguments.makeIterator()
    func value(of option: String) throws -> String {
      guard let value = rest.next() else { throw Invalid(message: "\(option) needs a value") }
      return value
    }
    while let argument = rest.next() {
      switch argument {
      case "--filter": filter = try value(of: argument)
      case "--json": jsonFile = try value(of: argument)
      case "--large": isLarge = true
      case "--quick": isQuick = true
      case "--list": listsOnly = true
      case "--help", "-h": helpsOnly = true
      default: throw Invalid(message: "\(argument) is no option; --help lists them")
      }
    }
  }

  static let help = """
    Measures Trellis, and what does the same elsewhere, in turn.

      --filter TEXT   only benchmarks whose name contains the text
      --json FILE     writes the results as JSON, too
      --large         also with a million nodes, and ten; takes some 20 minutes
      --quick         shorter samples and fewer rounds: for a first look, not for claims
      --list          prints the names, measures nothing
      --help          prints this

    Times are medians. A ratio says how many times faster Trellis is than the peer; below 1 the peer is faster.
    Docs/Benchmarks.md says what each line means.
    """
}
