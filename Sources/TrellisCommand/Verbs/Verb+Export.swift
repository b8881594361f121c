import TrellisDatabase
import TrellisPages
import TrellisTree

extension Verb {
  private static let output = Option("output", "o", "FILE", "writes to a file, which is there as a whole or not at all")
  private static let plain = Option("plain", nil, nil, "leaves priorities out, and writes lists as arrays")
  private static let lines = Option(
    "ndjson", nil, nil, "writes a line for each child, {\"key\":...,\"value\":...}, and not the priority of the place")

  static let export = Verb(
    name: "export", summary: "writes a place as JSON, with all there is, at any size", arguments: [.database, .optionalPath],
    options: [output, plain, lines, .pretty, .shallow, .progress],
    details: """
      The text goes to standard output as it is made, or to a file: under another name first, so that a file that was there stays until the new \
      one is whole. Importing it gives the same tree: priorities are written, and lists as objects, unless --plain is asked for.

      It shows the database as it was when it began, whoever writes meanwhile.
      """,
    examples: [
      Example("trellis export murals.db -o murals.json", "writes everything to a file"),
      Example("trellis export murals.db artists --ndjson | grep '\"US\"'", "has a line for each artist"),
    ]
  ) { invocation in
    try await invocation.reading { database in
      let node = try await database.get(try invocation.path())
      let export = Export(
        node: node, form: invocation.has(plain) ? .plain : .export, isLines: invocation.has(lines), invocation: invocation)
      if let file = invocation[output], file != "-" {
        try OutputFile.write(file, source: try invocation.location.path, export.write)
      } else {
        try export.write(to: invocation.console.output)
      }
      return .done
    }
  }
}

/// One export: of the whole, or a line for each child.
private struct Export {
  let node: TreeSnapshot
  let form: JSONForm
  let isLines: Bool
  let invocation: Invocation

  func write(to output: Output) throws {
    let progress = Progress("exported", of: Progress.isWanted(invocation) ? size() : nil, invocation)
    if isLines {
      if node.exists, !node.hasChildren { throw Failure(.invalid, "there is a value and no children; leave --ndjson out") }
      for (key, child) in node.children {
        let start = "{\"key\":\(JSONText.quoted(key.text)),\"value\":"
        progress.advance(by: start.utf8.count + 2)
        try output.write(start)
        try invocation.writeJSON(child, to: output, isLaidOut: false, form: form, progress)
        try output.write("}\n")
      }
    } else {
      try invocation.writeJSON(node, to: output, isLaidOut: invocation.has(.pretty), form: form, progress)
      try output.write("\n")
    }
    try output.flush()
    progress.finish()
  }

  /// Making the text is so quick that it may be made once only to see how long it is.
  private func size() -> Int {
    var bytes = 0
    try? node.writeJSON(form) { bytes += $0.count }
    return bytes
  }
}
