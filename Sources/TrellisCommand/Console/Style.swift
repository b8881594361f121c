/// Colours, or none.
struct Style: Sendable {
  let isColoured: Bool

  func strong(_ text: String) -> String { wrap(text, "1") }
  func quiet(_ text: String) -> String { wrap(text, "2") }
  func good(_ text: String) -> String { wrap(text, "32") }
  func bad(_ text: String) -> String { wrap(text, "31") }
  func notable(_ text: String) -> String { wrap(text, "33") }
  func name(_ text: String) -> String { nameStart + text + end }

  /// What stands around a name, for texts that come in pieces.
  var nameStart: String { isColoured ? "\u{1B}[36m" : "" }
  var end: String { isColoured ? "\u{1B}[0m" : "" }

  private func wrap(_ text: String, _ code: String) -> String { isColoured ? "\u{1B}[\(code)m\(text)\(end)" : text }
}
