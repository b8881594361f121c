import Testing
import TrellisPages
import TrellisTree

/// JSON straight into pages and out of them, beside the way through `Tree`.
@Suite struct JSONTests {
  @Test(arguments: 0..<60) func sameAsTreeForRandomTrees(_ number: Int) throws {
    let seed = Random.freshSeed
    print("JSON: seed \(seed)")
    var random = Random(seed: seed)
    let tree = random.tree()
    let arena = Arena()
    let text = Array(tree.json(.export).utf8)
    try arena.publish(json: text, at: ["here"])
    do {
      let node = arena.pin()["here"]
      #expect(node.tree == tree && arena.brokenInvariants() == [])
      for form in [JSONForm.plain, .export] {
        #expect(node.json(form) == tree.json(form))
        #expect(node.jsonBytes(form) == Array(tree.json(form).utf8))
      }
    }
    #expect(arena.bytesAfterEmptying() == 0)
  }

  /// Texts that are read, by the rules of data model §1.1, and texts that are refused: both ways agree.
  @Test(arguments: JSONSamples.all)
  func sameAsTree(_ text: String) {
    for dotKeys in [JSONOptions.DotKeys.refuse, .skip] {
      for duplicateKeys in [JSONOptions.DuplicateKeys.lastWins, .refuse] {
        var options = JSONOptions()
        (options.dotKeys, options.duplicateKeys, options.maximumDepth) = (dotKeys, duplicateKeys, 20)
        let expected = Result { () throws(JSONError) in try Tree(json: text, options: options) }
        let arena = arena(["kept": "what stays when the text is refused"])
        let found = Result { () throws(JSONError) in try arena.publish(json: Array(text.utf8), at: ["here"], options) }
        let standalone = Result { () throws(JSONError) in try TreeSnapshot(jsonBytes: Array(text.utf8), options: options) }
        switch (expected, found, standalone) {
        case (.success(let tree), .success, .success(let snapshot)):
          #expect(arena.pin()["here"].tree == tree && arena.pin()["here"].json(.export) == tree.json(.export))
          #expect(snapshot.isEqual(to: arena.pin()["here"]))
        case (.failure(let error), .failure(let other), .failure(let third)):
          #expect(error.reason == other.reason && error.line == other.line && error.column == other.column && error.path == other.path)
          #expect(third.description == other.description)
          #expect(arena.pin().tree == ["kept": "what stays when the text is refused"])
        default: Issue.record("\(text): \(expected), \(found), \(standalone)")
        }
        #expect(arena.brokenInvariants() == [])
        #expect(arena.bytesAfterEmptying() == 0)
      }
    }
  }

  @Test(arguments: [
    #"{".sv":"timestamp"}"#, #"{"a":"a long string in a box","seen":{".sv":"timestamp"}}"#, #"{"n":{".sv":{"increment":1}}}"#,
  ])
  func serverValuesAreRefused(_ text: String) {
    let arena = arena(murals)
    let bytes = arena.statistics.liveBytes
    #expect { try arena.publish(json: Array(text.utf8), at: ["murals"]) } throws: { ($0 as? JSONError)?.reason == .unknownServerValue }
    #expect(arena.pin().tree == murals && arena.statistics.liveBytes == bytes)
  }

  /// Every text cut short at every place: refused, and nothing is left behind.
  @Test func cutShort() throws {
    let text = Array(
      #"{"b":{".priority":"a long priority",".value":"a long string in a box"},"a long key, long enough for a box":[1,{"x":9007199254740993}],"a":-1.5e3}"#
        .utf8)
    let arena = Arena()
    for end in 0..<text.count {
      #expect(throws: JSONError.self) { try arena.publish(json: Array(text[..<end]), at: ["x"]) }
      #expect(arena.statistics.liveBytes == 0)
    }
    var edit = arena.begin()
    try edit.set(["x"], json: text)
    edit.discard()
    #expect(arena.statistics.liveBytes == 0)
  }

  @Test func keysOutOfOrderInLargeObjects() throws {
    var random = Random(seed: 3)
    var members = (0..<3000).map { "\"k\($0)\":\($0)" }
    members.shuffle(using: &random)
    members += (0..<300).map { "\"k\($0)\":\"again, and long enough for a box\"" } + ["\"k7\":null"]
    let text = "{\(members.joined(separator: ","))}"
    let arena = Arena()
    try arena.publish(json: Array(text.utf8), at: [])
    #expect(arena.pin().tree == (try Tree(json: text)) && arena.pin().count == 2999)
    #expect(arena.brokenInvariants() == [] && arena.bytesAfterEmptying() == 0)
  }

  /// A wide branch behind `.value` with a priority from outside: its map is taken apart and made again.
  @Test(arguments: [3, 32, 33, 2000]) func priorityForAWideBranch(_ count: Int) throws {
    let inner = (0..<count).map { "\"a key that is long enough for a box \($0)\":{\"v\":\($0)}" }.joined(separator: ",")
    for priority in ["", ",\".priority\":\"an inner priority\""] {
      let text = "{\".value\":{\(inner)\(priority)},\".priority\":\"an outer priority\"}"
      let arena = Arena()
      try arena.publish(json: Array(text.utf8), at: ["x"])
      #expect(arena.pin()["x"].priority == "an outer priority" && arena.pin()["x"].count == count)
      #expect(arena.pin()["x"].tree == (try Tree(json: text)))
      #expect(arena.brokenInvariants() == [] && arena.bytesAfterEmptying() == 0)
    }
  }

  @Test func listsInPlainForm() throws {
    for text in [
      "[1,2,3]", "{\"0\":1,\"1\":2}", "{\"1\":1}", "{\"2\":1}", "{\"1\":1,\"3\":1,\"5\":1}", "{\"5\":1,\"6\":1,\"7\":1,\"8\":1}",
      "{\"0\":1,\"00\":1}", "{\"0\":1,\"a\":1}", "{\"-1\":1,\"0\":1}",
    ] {
      let tree = try Tree(json: text)
      #expect(TreeSnapshot(tree).json(.plain) == tree.json(.plain))
      let ranked = Tree.branch(tree.children.map { ($0.key, $0.value) }).with(priority: 3)
      #expect(TreeSnapshot(ranked).json(.plain) == ranked.json(.plain) && TreeSnapshot(ranked).json(.export) == ranked.json(.export))
    }
    let wide = Tree.list((0..<2000).map { $0 % 3 == 0 ? .null : .int(Int64($0)) })
    #expect(TreeSnapshot(wide).json(.plain) == wide.json(.plain) && TreeSnapshot(wide).json(.export) == wide.json(.export))
  }
}
