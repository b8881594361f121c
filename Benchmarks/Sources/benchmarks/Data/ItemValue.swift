/// A record as a value.
struct ItemValue: Codable {
  var name: String
  var age: Int
  var score: Double
  var active: Bool
}
