import Foundation
import TrellisTree

/// Commits as lines of JSON, for `log` and `replay`, and as lines for people.
enum CommitText {
  static func json(_ commit: Commit) -> String {
    let changes = commit.changes.map { change in
      let what = change.target == .node ? "value" : "priority"
      return "{\"path\":\(JSONText.quoted(change.path.description)),\"\(what)\":\(change.value.json(.export))}"
    }
    let origin = commit.origin.map { "\"origin\":\(JSONText.quoted($0))," } ?? ""
    return "{\"number\":\(commit.number),\"milliseconds\":\(commit.milliseconds),\(origin)\"changes\":[\(changes.joined(separator: ","))]}"
  }

  /// What `json` has written.
  static func commit(_ line: [UInt8], number lineNumber: Int) throws -> (number: Int64, changes: [TreeWrite.Change]) {
    func failure(_ what: String) -> Failure { Failure(.invalid, "line \(lineNumber) is no commit as log --json writes them: \(what)") }
    _ = try String(read: line, from: "line \(lineNumber)")
    let members = try members(line[...], failure)
    guard let number = members["number"].flatMap({ try? Tree(json: String(decoding: line[$0], as: UTF8.self)) })?.int else {
      throw failure("it has no number")
    }
    guard let list = members["changes"], let elements = JSONObject.elements(of: line[list]) else { throw failure("it has no changes") }
    let changes = try elements.map { element in
      let change = try self.members(line[element], failure)
      guard let path = change["path"].flatMap({ try? Tree(json: String(decoding: line[$0], as: UTF8.self)) })?.string else {
        throw failure("a change has no path")
      }
      guard let value = change["value"] ?? change["priority"] else { throw failure("the change of \(path) has no value") }
      let tree = try JSONText.value(String(decoding: line[value], as: UTF8.self))
      return TreeWrite.Change(try TreePath(path), tree, target: change["value"] == nil ? .priority : .node)
    }
    return (number, changes)
  }

  private static func members(_ text: ArraySlice<UInt8>, _ failure: (String) -> Failure) throws -> [String: Range<Int>] {
    guard let object = JSONObject(text) else { throw failure("it is no object") }
    return Dictionary(object.members.map { (String(decoding: text[$0.key].dropFirst().dropLast(), as: UTF8.self), $0.value) }) { _, last in
      last
    }
  }

  static func lines(_ commit: Commit, _ style: Style) -> String {
    let (seconds, milliseconds) = commit.milliseconds.quotientAndRemainder(dividingBy: 1000)
    let second = Date(timeIntervalSince1970: Double(seconds))
      .formatted(.iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
    let time = second + "." + String(format: "%03d", Int(milliseconds.magnitude))
    let origin = commit.origin.map { "  by \($0)" } ?? ""
    let changes = commit.changes.map { change in
      let place = style.name(change.path.description)
      if change.target == .priority { return "  \(place) priority \(change.value.json(.export))" }
      return change.value.isNull ? "  \(place) \(style.bad("removed"))" : "  \(place) = \(change.value.json(.export))"
    }
    return ([style.strong("commit \(commit.number)") + "  \(time)\(origin)"] + changes).joined(separator: "\n")
  }
}
