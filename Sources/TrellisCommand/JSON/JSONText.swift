import TrellisTree

/// Pieces of JSON text.
enum JSONText {
  static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.appendQuoted(text.utf8)
    return writer.text
  }

  /// A value as it was typed.
  static func value(_ text: String) throws -> Tree {
    do throws(JSONError) { return try Tree(json: text) } catch {
      throw Failure(
        .invalid,
        "\(error.description)\nVALUE is JSON: texts stand in double quotes, which a shell takes away unless it is quoted, too; or use --text"
      )
    }
  }
}
