import TrellisDatabase
import TrellisTree

/// What readers of files of rules and of cases ask for, with the place in the error.
extension RelaxedJSON {
  /// The member of that name; nil when there is none, or when it is null.
  subscript(name: String) -> RelaxedJSON? {
    guard case .object(let members) = content, let member = members.first(where: { $0.key.units.elementsEqual(name.utf16) }) else {
      return nil
    }
    if case .null = member.value.content { return nil }
    return member.value
  }

  func required(_ name: String) throws(SourceProblem) -> RelaxedJSON {
    guard let member = self[name] else { throw SourceProblem(offset, "\"\(name)\" is missing.") }
    return member
  }

  func object() throws(SourceProblem) -> [Member] {
    if case .object(let members) = content { return members }
    throw SourceProblem(offset, "An object is expected.")
  }

  func array() throws(SourceProblem) -> [RelaxedJSON] {
    if case .array(let elements) = content { return elements }
    throw SourceProblem(offset, "An array is expected.")
  }

  func string() throws(SourceProblem) -> String {
    if case .string(let text) = content { return text.string }
    throw SourceProblem(offset, "A string is expected.")
  }

  func bool() throws(SourceProblem) -> Bool {
    if case .bool(let flag) = content { return flag }
    throw SourceProblem(offset, "true or false is expected.")
  }

  func int() throws(SourceProblem) -> Int {
    if case .number(let number) = content, let int = Int(exactly: number) { return int }
    throw SourceProblem(offset, "A whole number is expected.")
  }

  func path() throws(SourceProblem) -> TreePath {
    do { return try TreePath(string()) } catch { throw SourceProblem(offset, "\(error)") }
  }

  /// The tree that this is in export form, server values and all.
  func tree() throws(SourceProblem) -> Tree {
    do { return try Tree(json: Claim(self).json) } catch { throw SourceProblem(offset, "\(error)") }
  }
}
