import TrellisTree

/// Pieces of JSON text.
enum JSONText {
  static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.append(quoted: text)
    return writer.text
  }

  /// A value as it was typed.
  static func value(_ text: String) throws -> Tree {
    do throws(JSONError) { return try Tree(json: text) } catch {
      let isPerhapsText = text.utf8.first.map { !"{[\"-0123456789tfn \n\t".utf8.contains($0) } ?? false
      let hint = "\nVALUE is JSON: texts stand in double quotes, which a shell takes away unless they are quoted, too; or use --text"
      throw Failure(.invalid, error.description + (isPerhapsText ? hint : ""))
    }
  }
}
