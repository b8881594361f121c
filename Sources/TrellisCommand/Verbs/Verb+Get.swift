import TrellisDatabase
import TrellisPages
import TrellisTree

extension Verb {
  private static let exists = Option("exists", "e", nil, "ends with 1 when nothing is there")

  private static let raw = Option("raw", "r", nil, "writes a text as it is, without quotes")

  static let get = Verb(
    name: "get", summary: "prints what stands at a place, as JSON", arguments: [.database, .optionalPath],
    options: [.pretty, .compact, .priorities, .shallow, raw, exists, .rules, .user],
    details: "Nothing is null. On a terminal the JSON is laid out over lines, else it is on one line.",
    examples: [
      Example("trellis get murals.db artists/a1", "prints the artist"),
      Example("name=$(trellis get murals.db artists/a1/name --raw)", "gives a script the text alone"),
      Example("trellis get murals.db artists --shallow", "prints the keys of the artists"),
    ]
  ) { invocation in
    try await invocation.reading { database in
      let node = try await database.get(try invocation.path())
      if invocation.has(raw), let text = node.string {
        try invocation.console.output.write(text + "\n")
      } else {
        try invocation.print(node)
      }
      return invocation.has(exists) && !node.exists ? .no : .done
    }
  }
}

extension Invocation {
  /// Prints a node as the options want it.
  func print(_ node: TreeSnapshot) throws {
    try writeJSON(node, to: console.output, isLaidOut: isLaidOut, style: console.style(.output))
    try console.output.write("\n")
  }

  var isLaidOut: Bool { has(.pretty) || (console.isTerminal(.output) && !has(.compact) && !has(.json)) }

  /// Writes a node as it comes, so that its text is never held as a whole.
  func writeJSON(
    _ node: TreeSnapshot, to output: Output, isLaidOut: Bool, form: JSONForm? = nil, style: Style = Style(isColoured: false),
    _ progress: Progress? = nil
  ) throws {
    if has(.shallow), node.hasChildren { return try writeShallow(node, to: output, isLaidOut, style) }
    var layout = JSONLayout(style)
    try node.writeJSON(form ?? (has(.priorities) ? .export : .plain)) { piece in
      try Task.checkCancellation()
      progress?.advance(by: piece.count)
      guard isLaidOut else { return try output.write(bytes: piece) }
      var text: [UInt8] = []
      layout.lay(piece, onto: &text)
      try output.write(bytes: text)
    }
  }

  private func writeShallow(_ node: TreeSnapshot, to output: Output, _ isLaidOut: Bool, _ style: Style) throws {
    var layout = JSONLayout(style)
    var writer = JSONWriter()
    var isFirst = true
    func write() throws {
      var text: [UInt8] = []
      if isLaidOut { layout.lay(writer.bytes, onto: &text) }
      try output.write(bytes: isLaidOut ? text : writer.bytes)
      writer = JSONWriter()
    }
    for (key, _) in node.children {
      writer.byte(UInt8(ascii: isFirst ? "{" : ","))
      writer.append(quoted: key)
      writer.raw(":true")
      isFirst = false
      if writer.bytes.count > 1 << 14 { try write() }
    }
    writer.byte(UInt8(ascii: "}"))
    try write()
  }
}
