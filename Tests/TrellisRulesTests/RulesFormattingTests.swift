import Foundation
import Testing
import VectorSupport

@testable import TrellisRules

/// Rules files laid out.
struct RulesFormattingTests {
  private func expectFormatted(_ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let formatted = try SecurityRules.formatted(text)
    #expect(formatted == expected, sourceLocation: sourceLocation)
    #expect(try SecurityRules.formatted(formatted) == formatted, sourceLocation: sourceLocation)
  }

  @Test("a member a line, lists in one, no trailing commas")
  func layout() throws {
    try expectFormatted(
      "{\"rules\":{\".read\" :true,\n\n\n\"a\":{ \".indexOn\":[ \"x\",\n\"y\",],\"$id\":{}, } , }}",
      """
      {
        "rules": {
          ".read": true,

          "a": {
            ".indexOn": ["x", "y"],
            "$id": {}
          }
        }
      }

      """)
  }

  @Test("comments stay where they are")
  func comments() throws {
    try expectFormatted(
      """
      // Rules of murals.
      /* Two
         lines. */

      {"rules":{ // all
        // Everybody.
        ".read":true // open
        , /* nobody */ ".write":false,
        "a" /* k */ : /* v */ {/* empty */},
        "b": // why
          {},

        // Last.
      }} // end
      """,
      """
      // Rules of murals.
      /* Two
         lines. */

      {
        "rules": { // all
          // Everybody.
          ".read": true, // open /* nobody */
          ".write": false,
          "a" /* k */: /* v */ { /* empty */
          },
          "b": // why
            {}

          // Last.
        }
      } // end

      """)
  }

  @Test("a list that is too long, or has comments, goes over lines; texts over several lines stay")
  func lists() throws {
    let long = (0..<20).map { "\"child\($0)\"" }
    try expectFormatted(
      "{\"rules\": {\".indexOn\": [\(long.joined(separator: ","))]}}",
      "{\n  \"rules\": {\n    \".indexOn\": [\n      \(long.joined(separator: ",\n      "))\n    ]\n  }\n}\n")
    try expectFormatted(
      "{\"rules\": {\".indexOn\": [\"a\", // first\n\"b\"], \".read\": \"auth != null &&\n     auth.uid == 'x'\"}}",
      "{\n  \"rules\": {\n    \".indexOn\": [\n      \"a\", // first\n      \"b\"\n    ],\n    \".read\": \"auth != null &&\n     auth.uid == 'x'\"\n  }\n}\n"
    )
  }

  @Test("what is no rules file is refused with the place")
  func refused() throws {
    let error = #expect(throws: RulesError.self) { try SecurityRules.formatted("{\"rules\": {\n  \"a\": }}") }
    #expect(error?.problems.map(\.line) == [2])
  }

  @Test("what rules say does not change", arguments: VectorFile("rules-compile").cases("cases"))
  func unchanged(vector: VectorCase) throws {
    let text = try vector.text("text")
    guard let formatted = try? SecurityRules.formatted(text) else { return }
    #expect(try SecurityRules.formatted(formatted) == formatted)
    func outcome(_ text: String) -> [String] {
      do throws(RulesError) { return try SecurityRules(text).root.rules.map { "\($0.name) \(String(units: $0.expression.source))" } } catch
      {
        return error.problems.map(\.message)
      }
    }
    #expect(outcome(formatted) == outcome(text))
  }
}
