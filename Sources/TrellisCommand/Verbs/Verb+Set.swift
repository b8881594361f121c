import TrellisDatabase
import TrellisTree

extension Verb {
  private static let priority = Option("priority", nil, "VALUE", "gives the node this priority: a number or a text")

  static let set = Verb(
    name: "set", summary: "replaces what stands at a place", arguments: [.database, .path, .value],
    options: [.text, priority, .create, .wait, .rules, .user, .json],
    details: """
      null deletes. {".sv":"timestamp"} stands for the time, {".sv":{"increment":1}} for one more than what is there. With --json the number of \
      the commit is printed.
      """,
    examples: [
      Example("trellis set murals.db artists/a1/country '\"US\"'", "sets a text"),
      Example("trellis set murals.db artists/a1/country --text US", "does the same"),
      Example("trellis set murals.db murals/m1/likes '{\".sv\":{\"increment\":1}}'", "adds one"),
      Example("trellis set murals.db artists - < artists.json", "reads the value from a file"),
    ]
  ) { invocation in
    let (path, value) = (try invocation.writtenPath(), try invocation.value())
    let priority = try invocation[priority].map { try JSONText.priority($0) }
    return try await invocation.writing { database in
      let commit = if let priority { try await database.set(path, value, priority: priority) } else { try await database.set(path, value) }
      return try invocation.report(commit)
    }
  }

  static let update = Verb(
    name: "update", summary: "replaces some nodes below a place at once, all or none", arguments: [.database, .path, .value],
    options: [.create, .wait, .rules, .user, .json],
    details: "VALUE is an object. Its keys are places below PATH and may be deep; what is not named stays, null deletes.",
    examples: [
      Example("trellis update murals.db / '{\"artists/a1/country\":\"US\",\"murals/m1\":null}'", "sets one place, deletes another")
    ]
  ) { invocation in
    let (path, members) = (try invocation.writtenPath(), try JSONText.members(try invocation.valueText()))
    return try await invocation.writing { database in
      let write = try TreeWrite.update(path, members: members)
      return try invocation.report(try await database.write(write))
    }
  }

  static let push = Verb(
    name: "push", summary: "adds a child under a new key, and prints the key", arguments: [.database, .path, .value],
    options: [.text, .create, .wait, .rules, .user, .json],
    details: "The key sorts behind all that were made before.",
    examples: [Example("trellis push murals.db comments '{\"text\":\"Great!\"}'", "prints something like -Ow3kbEDzFLEbP8ELV3r")]
  ) { invocation in
    let (path, value) = (try invocation.writtenPath(), try invocation.value())
    guard !value.isNull else { throw Failure(.invalid, "null adds nothing; trellis keys new makes a key only") }
    return try await invocation.writing { database in
      let key = try await database.push(path, value)
      try invocation.console.output.write((invocation.has(.json) ? "{\"key\":\(JSONText.quoted(key.text))}" : key.text) + "\n")
      return .done
    }
  }

  static let remove = Verb(
    name: "remove", summary: "deletes what stands at a place", arguments: [.database, .path], options: [.wait, .rules, .user, .json],
    examples: [Example("trellis remove murals.db artists/a1", "deletes the artist")]
  ) { invocation in
    let path = try invocation.writtenPath()
    return try await invocation.writing { database in try invocation.report(try await database.remove(path)) }
  }
}

extension Invocation {
  fileprivate func report(_ commit: Commit) throws -> ExitCode {
    if has(.json) { try console.output.write("{\"commit\":\(commit.number)}\n") }
    return .done
  }
}

extension JSONText {
  /// A priority, which may be typed as a text without quotes.
  fileprivate static func priority(_ text: String) throws -> Tree { (try? Tree(json: text)) ?? .string(text) }

  /// The members of an object, whose keys may be paths.
  static func members(_ text: String) throws -> [(String, Tree)] {
    let bytes = Array(text.utf8)
    guard let object = JSONObject(bytes[...]) else {
      // Says what is wrong with it, if it is no JSON at all.
      let value = try? value(text)
      throw Failure(
        .invalid,
        value == nil
          ? "VALUE is no JSON object; check its braces, commas and quotes" : "VALUE is an object for update; set takes other values")
    }
    return try object.members.map { member in
      let key = try value(String(decoding: bytes[member.key], as: UTF8.self)).string ?? ""
      if key.utf8.allSatisfy({ $0 == UInt8(ascii: "/") }) { throw Failure(.invalid, "a key of VALUE is empty; set replaces PATH itself") }
      return (key, try value(String(decoding: bytes[member.value], as: UTF8.self)))
    }
  }
}
