import Foundation
import TestSupport
import Testing
import VectorSupport

@testable import TrellisRules

private let file = VectorFile("rules-compile")
private let real = VectorFile("real-rules/index")

/// Whole files: accepted, or refused with the place.
@Suite(.needs(file)) struct RulesFileVectorTests {
  @Test("the file can be read") func readable() throws { try expectReadable(file) }

  /// Wordings that are the production service's.
  private static let known: Set<String> = [
    "Expected 'rules' property.", "Expected '{'.", ##"String can't contain ".", "#", "$", "/", "[", or "]""##,
    "Invalid indexOn expression. Must be either a string or an array of strings", "newData is invalid in .read expressions.",
    "Invalid rule expression.  Expected 'true', 'false', or an expression string.", "Expression must evaluate to a boolean.",
    "Rule expressions may not contain assignments.", "matches() expects a regular expression literal argument.",
  ]

  @Test("accepted, or refused with the place and the words", arguments: file.cases("cases"))
  func compile(vector: VectorCase) throws {
    let text = try vector.text("text")
    do throws(RulesError) {
      _ = try SecurityRules(text)
      #expect(vector["valid"].bool == true)
    } catch {
      #expect(vector["valid"].bool == false, "\(error)")
      let expected = vector["errors"].elements
      #expect(
        error.problems.map { "\($0.line):\($0.column)" } == expected.map { "\($0["line"]?.int ?? 0):\($0["column"]?.int ?? 0)" }, "\(error)"
      )
      for (problem, wanted) in zip(error.problems, expected) {
        let message = wanted["message"]?.string ?? ""
        if Self.known.contains(message) || vector["source"].string == "recorded-production" { #expect(problem.message == message) }
      }
    }
  }
}

/// Rules of public projects.
@Suite(.needs(real)) struct RealRulesVectorTests {
  @Test("a file of a real project compiles if it is one", arguments: real.cases("files"))
  func files(vector: VectorCase) throws {
    let path = URL(filePath: VectorFile.folder).appending(path: "real-rules/\(try vector.text("file"))")
    let text = try String(contentsOf: path, encoding: .utf8)
    do throws(RulesError) {
      _ = try SecurityRules(text)
      #expect(vector["valid"].bool == true)
    } catch {
      #expect(vector["valid"].bool == false, "\(error)")
    }
  }
}
