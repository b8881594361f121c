import TrellisTree

/// A path that is written in a rule: slashes separate steps, empty ones are dropped.
struct RuleSteps: Sendable {
  /// Nil for a step that can be no key.
  let keys: [TreeKey?]

  init(_ text: RuleText) {
    switch text {
    case .text(let text): keys = text.utf8.split(separator: UInt8(ascii: "/")).map { try? TreeKey(String(Substring($0))) }
    case .units(let units):
      keys = units.split(separator: UInt16(ascii: "/")).map { step in
        if case .text(let text) = RuleText(Array(step)) { try? TreeKey(text) } else { nil }
      }
    }
  }
}
