/// A word of an expression.
struct RuleToken {
  enum Kind: Equatable {
    case number(Double)
    case string([UInt16])
    /// Pattern and flags.
    case regex([UInt16], String)
    case name(String)
    case symbol(String)
    case end
  }

  let kind: Kind
  let offset: Int
  /// Right behind it.
  let end: Int

  func isSymbol(_ text: String) -> Bool { kind == .symbol(text) }
}
