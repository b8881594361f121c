/// A value of a rules file, with its place. (Rules §1: comments, trailing commas, line breaks in strings; no key twice.)
struct RelaxedJSON {
  /// A string with the place in the file of each of its code units, and of its closing quote.
  struct Text {
    var units: [UInt16] = []
    var offsets: [Int] = []
    var start = 0

    var string: String { String(units: units) }
  }

  struct Member {
    let key: Text
    let value: RelaxedJSON
  }

  enum Content {
    case object([Member])
    case array([RelaxedJSON])
    case string(Text)
    case number(Double)
    case bool(Bool)
    case null
  }

  let offset: Int
  let content: Content
}
