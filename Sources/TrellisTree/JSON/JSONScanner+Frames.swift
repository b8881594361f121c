extension JSONScanner {
  /// An open object or array, or the text itself; with the place that is being read, for errors.
  struct Frame {
    enum Kind: UInt8 { case text, object, array }

    /// An object's current key as it stands in the text, without the quotes.
    enum Key {
      case none
      case at(_ start: Int, _ end: Int)
      /// In a piece that is gone; see `Past.keys`.
      case past
    }

    let kind: Kind
    var key = Key.none
    /// An array's current index.
    var index = 0

    init(_ kind: Kind) { self.kind = kind }
  }

  /// What errors want to know of pieces that are gone.
  struct Past {
    /// Ends of lines.
    var line = 0
    /// Bytes behind the last of them.
    var column = 0
    /// Current keys of open objects by depth, where they stood in a piece that is gone.
    var keys: [Int: [UInt8]] = [:]
  }

  /// Why reading stops within a token.
  struct Interruption: Error {
    let problem: JSONProblem
    let place: Int
    /// Whether more text could cure it.
    let isAtEnd: Bool

    init(_ reason: JSONError.Reason, _ message: String, at place: Int, isAtEnd: Bool = false) {
      problem = JSONProblem(reason, message)
      self.place = place
      self.isAtEnd = isAtEnd
    }
  }
}
