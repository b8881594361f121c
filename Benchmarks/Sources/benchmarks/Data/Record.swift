/// One child of `/items`: with itself five nodes.
struct Record {
  static let nodeCount = 5

  /// Looks like a push key: sorts by the time it was made.
  let key: String
  let name: String
  let age: Int
  let score: Double
  let isActive: Bool

  /// As JSON, the name followed by some text as it stands in JSON.
  func json(nameSuffix suffix: String = "") -> String {
    #""\#(key)":{"active":\#(isActive),"age":\#(age),"name":"\#(name)\#(suffix)","score":\#(score)}"#
  }
}

extension Record {
  /// Records in the order of their keys.
  static func make(_ count: Int) -> [Record] {
    var random = RandomNumbers(seed: 42)
    let alphabet = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
    return (0..<count).map { i in
      let time = 1_700_000_000_000 + i * 60_000
      let digits = (0..<8).map { time >> (42 - 6 * $0) & 63 } + (0..<12).map { _ in Int.random(in: 0..<64, using: &random) }
      let letters = (0..<Int.random(in: 2...18, using: &random)).map { _ in
        Character(Unicode.Scalar(UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &random)))
      }
      return Record(
        key: String(digits.map { alphabet[$0] }), name: String(letters), age: Int.random(in: 0..<100, using: &random),
        score: Double(Int.random(in: 0..<100_000, using: &random)) / 100, isActive: Bool.random(using: &random))
    }
  }
}
