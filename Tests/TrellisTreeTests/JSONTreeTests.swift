import Testing
import TrellisTree
import VectorSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Data model §1.1 to §1.3.
@Suite("JSON and trees") struct JSONTreeTests {
  @Test(
    "O-05: when an object is shown as a list",
    arguments: [
      (#"{"0":"a","1":"b"}"#, #"["a","b"]"#), (#"{"1":"x"}"#, #"[null,"x"]"#), (#"{"2":"x"}"#, #"{"2":"x"}"#),
      (#"{"1":"x","2":"y"}"#, #"[null,"x","y"]"#), (#"{"0":"a","3":"d"}"#, #"["a",null,null,"d"]"#),
      (#"{"0":"a","4":"e"}"#, #"{"0":"a","4":"e"}"#),
      (#"{"00":"a","1":"b"}"#, #"{"00":"a","1":"b"}"#), (#"{"-1":"a","0":"b"}"#, #"{"-1":"a","0":"b"}"#),
      (#"{"0":"a","length":3}"#, #"{"0":"a","length":3}"#), (#"{"169600000000000":"x"}"#, #"{"169600000000000":"x"}"#),
      (#"{"2147483647":"x"}"#, #"{"2147483647":"x"}"#), (#"{"0":{"1":"x"},"1":{"a":[1]}}"#, #"[[null,"x"],{"a":[1]}]"#), (#"[]"#, "null"),
    ])
  func o05Lists(stored: String, plain: String) throws {
    let tree = try Tree(json: stored)
    #expect(tree.json() == plain)
    #expect(!tree.json(.export).contains("["), "in export form objects stay objects")
    #expect(try Tree(json: tree.json(.export)) == tree)
  }

  @Test(
    "nothing, at every level",
    arguments: [
      "null", "{}", "[]", "[null]", #"{"a":{}}"#, #"{"a":[null,{}]}"#, #"{".priority":1}"#, #"{".value":null}"#,
      #"{".value":null,".priority":1}"#,
      #"{"a":null,".priority":1}"#, #"{".value":{}}"#,
    ])
  func nothing(text: String) throws { #expect(try Tree(json: text) == .null) }

  @Test(
    "`.value` wraps once; what is reserved inside it is passed over",
    arguments: [
      (#"{".value":5}"#, "5"), (#"{".value":{"a":1}}"#, #"{"a":1}"#), (#"{".value":[1,2]}"#, #"{"0":1,"1":2}"#),
      (#"{".value":5,".priority":"p"}"#, #"{".value":5,".priority":"p"}"#),
      (#"{".value":{"a":1},".priority":2}"#, #"{"a":1,".priority":2}"#),
      (#"{".value":{".value":5}}"#, "null"), (#"{".value":{"a":1,".priority":3}}"#, #"{"a":1}"#),
      (#"{".value":{"a":{".value":1,".priority":2}}}"#, #"{"a":{".value":1,".priority":2}}"#),
      (#"{".value":{".sv":"timestamp"},".priority":9}"#, #"{".value":{".sv":"timestamp"},".priority":9}"#),
    ])
  func wrapping(text: String, export: String) throws { #expect(try RawJSON(Tree(json: text).json(.export)) == RawJSON(export)) }

  @Test(
    "priorities: numbers, strings, server values; null is none", arguments: ["1", "-0.5", "\"\"", "\"p\"", #"{".sv":"timestamp"}"#, "null"])
  func priorities(priority: String) throws {
    for text in [#"{".value":true,".priority":\#(priority)}"#, #"{".priority":\#(priority),"a":1}"#] {
      let tree = try Tree(json: text)
      #expect((tree.priorityLeaf == nil) == (priority == "null"))
      #expect(try Tree(json: tree.json(.export)) == tree)
      #expect(!tree.json(.plain).contains(".priority"))
    }
  }

  @Test("what is no priority is refused", arguments: ["true", "false", "{}", "[]", "[1]", #"{"a":1}"#, #"{".value":1}"#])
  func noPriorities(priority: String) throws {
    let error = try #require(throws: JSONError.self) { try Tree(json: #"{"x":{"a":1,".priority":\#(priority)}}"#) }
    #expect(error.reason == .invalidPriority && error.path.hasPrefix("/x"))
  }

  @Test(
    "what a node may not be is refused, with the reason",
    arguments: [
      (#"{".value":1,"a":2}"#, JSONError.Reason.valueWithChildren), (#"{"a":2,".value":null}"#, .valueWithChildren),
      (#"{".foo":1}"#, .invalidKey),
      (#"{"a":{"b.c":1}}"#, .invalidKey), (#"{"":1}"#, .invalidKey), (#"{"a/b":1}"#, .invalidKey), (#"{".info":1}"#, .invalidKey),
      (#"{".sv":"nope"}"#, .unknownServerValue), (#"{".sv":5}"#, .unknownServerValue), (#"{".sv":{"decrement":1}}"#, .unknownServerValue),
      (#"{".sv":null}"#, .unknownServerValue), (#"{".sv":{}}"#, .unknownServerValue), (#"{".sv":"timestamp","a":1}"#, .unknownServerValue),
      (#"{".sv":{"increment":"1"}}"#, .incrementNotANumber), (#"{".sv":{"increment":true}}"#, .incrementNotANumber),
      (#"{".sv":{"increment":null}}"#, .incrementNotANumber), (#"{".sv":{"increment":{}}}"#, .incrementNotANumber),
    ])
  func refused(text: String, reason: JSONError.Reason) throws {
    let error = try #require(throws: JSONError.self) { try Tree(json: text) }
    #expect(error.reason == reason)
  }

  @Test(
    "O-19: an illegal key beside a good one is refused, and the error names it",
    arguments: Array("a.b a$b a#b a[b a]b a/b .ab".split(separator: " ")))
  func o19IllegalKey(key: Substring) throws {
    let error = try #require(throws: JSONError.self) { try Tree(json: #"{"good":1,"\#(key)":1}"#) }
    #expect(error.reason == .invalidKey && error.message.contains("\"\(key)\"") && error.path == "/\(key)")
  }

  @Test("keys of more than 768 bytes are too long, not illegal")
  func longKey() throws {
    #expect(try Tree(json: "{\"\(String(repeating: "a", count: 768))\":1}").count == 1)
    let error = try #require(throws: JSONError.self) { try Tree(json: "{\"\(String(repeating: "a", count: 769))\":1}") }
    #expect(error.reason.rawValue == "path-too-long")
  }

  @Test("unknown dot keys are passed over in a server's data")
  func skippedDotKeys() throws {
    var options = JSONOptions()
    options.dotKeys = .skip
    #expect(try Tree(json: #"{".foo":{"a":1},"a":{".bar":[1],"b":2}}"#, options: options) == ["a": ["b": 2]])
    #expect(try Tree(json: #"{".value":1,"a":2}"#, options: options) == 1)
  }

  @Test("the writer escapes what JSON wants escaped, and nothing else")
  func escaping() {
    #expect(Tree.string("\"\\/\n\r\t\u{8}\u{1F}\u{7F}é\u{2028}😀").json() == "\"\\\"\\\\/\\n\\r\\t\\u0008\\u001f\u{7F}é\u{2028}😀\"")
    #expect((["a\"b": 1] as Tree).json() == #"{"a\"b":1}"#)
  }

  @Test("children are written in key order, priority last")
  func writtenOrder() {
    let tree = (["b": 1, "10": 2, "9": .int(3).with(priority: "p")] as Tree).with(priority: 1.5)
    #expect(tree.description == #"{"9":{".value":3,".priority":"p"},"10":2,"b":1,".priority":1.5}"#)
    #expect(tree.json() == #"{"9":3,"10":2,"b":1}"#)
  }

  @Test("JSON as data and as text")
  func data() throws { #expect(try Tree(json: Data(#"{"a":[1]}"#.utf8)) == Tree(json: #"{"a":[1]}"#)) }
}
