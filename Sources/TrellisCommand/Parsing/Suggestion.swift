/// What somebody may have meant.
enum Suggestion {
  /// The nearest word, if one is near enough to be a slip.
  static func nearest(to word: String, among words: [String]) -> String? {
    let ranked = words.map { (word: $0, distance: distance(Array(word.utf8), Array($0.utf8))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, min(word.utf8.count, best.word.utf8.count) / 2) ? best.word : nil
  }

  /// How many letters have to be put in, taken out, replaced, or exchanged with their neighbour.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var (before, row) = ([Int](), Array(0...b.count))
    for i in 0..<a.count {
      var next = [i + 1]
      for j in 0..<b.count {
        var best = min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        next.append(best)
      }
      (before, row) = (row, next)
    }
    return row[b.count]
  }
}
