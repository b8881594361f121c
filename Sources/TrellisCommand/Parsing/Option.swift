/// Something that a verb takes by name.
struct Option: Sendable {
  let name: String
  var letter: Character?
  /// What its value is called; nil when it has none.
  var value: String?
  let help: String
  /// The only values it may have, when there are only some.
  var choices: [String] = []
  /// Values that it often has.
  var suggestions: [String] = []

  init(
    _ name: String, _ letter: Character? = nil, _ value: String? = nil, choices: [String] = [], _ help: String, suggestions: [String] = []
  ) {
    self.suggestions = suggestions
    self.name = name
    self.letter = letter
    self.value = value
    self.choices = choices
    self.help = help
  }

  var usage: String {
    let names = (letter.map { "-\($0), " } ?? "    ") + "--\(name)"
    return value.map { "\(names) \($0)" } ?? names
  }
}

extension Option {
  static let json = Option("json", "j", "answers in JSON, one value a line")
  static let pretty = Option("pretty", "p", "lays JSON out over lines, as on a terminal")
  static let compact = Option("compact", "c", "writes JSON on one line, as elsewhere")
  static let priorities = Option("priorities", "x", "writes priorities, and lists as objects: all there is")
  static let shallow = Option("shallow", "s", "writes true in place of each child that has children or a value")
  static let text = Option("text", "t", "takes VALUE as a text and not as JSON; of standard input without the end of its last line")
  static let wait = Option("wait", "w", "SECONDS", "waits so long for others who have the database, before it gives up")
  static let create = Option("create", nil, "makes the database when it is not there")
  static let progress = Option("progress", nil, "shows how far it is, also where standard error is no terminal")
  static let help = Option("help", "h", "shows this help")

  private init(_ name: String, _ letter: Character?, _ help: String) { self.init(name, letter, nil, help) }
}
