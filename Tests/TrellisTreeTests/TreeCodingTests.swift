import Foundation
import Testing
import TrellisTree

private enum Mood: String, Codable { case calm, wild }
private enum Size: Int, Codable { case small = 1, large = 10 }

private enum Shape: Codable, Equatable {
  case point
  case circle(radius: Double)
  case square(Int, name: String?)
  case group([Shape])
  case maybe(Int?)
}

private class Work: Codable {
  var title: String
  init(title: String) { self.title = title }
}

private final class Mural: Work {
  var area: Int
  private enum CodingKeys: String, CodingKey { case area }

  init(title: String, area: Int) {
    self.area = area
    super.init(title: title)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    area = try container.decode(Int.self, forKey: .area)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(area, forKey: .area)
    try super.encode(to: container.superEncoder())
  }
}

/// A type that uses every kind of nested container, and two containers of one place.
private struct Handmade: Codable, Equatable {
  var x: Int
  var y: Int
  var list: [Int]
  var extra: String

  enum Keys: String, CodingKey { case position, list, extra, x, y }

  init(x: Int, y: Int, list: [Int], extra: String) { (self.x, self.y, self.list, self.extra) = (x, y, list, extra) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let position = try container.nestedContainer(keyedBy: Keys.self, forKey: .position)
    (x, y) = (try position.decode(Int.self, forKey: .x), try position.decode(Int.self, forKey: .y))
    var outer = try container.nestedUnkeyedContainer(forKey: .list)
    var inner = try outer.nestedUnkeyedContainer()
    list = []
    while !inner.isAtEnd { list.append(try inner.decode(Int.self)) }
    let named = try outer.nestedContainer(keyedBy: Keys.self)
    extra = try named.decode(String.self, forKey: .extra)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    var position = container.nestedContainer(keyedBy: Keys.self, forKey: .position)
    try position.encode(x, forKey: .x)
    var again = encoder.container(keyedBy: Keys.self)
    var outer = again.nestedUnkeyedContainer(forKey: .list)
    var inner = outer.nestedUnkeyedContainer()
    for element in list { try inner.encode(element) }
    var named = outer.nestedContainer(keyedBy: Keys.self)
    try named.encode(extra, forKey: .extra)
    try position.encode(y, forKey: .y)
  }
}

@Suite("Coding of types") struct TreeCodingTests {
  private func there<Value: Codable & Equatable>(_ value: Value, _ expected: Tree) throws {
    let tree = try TreeEncoder().encode(value)
    #expect(isIdentical(tree, expected), "\(tree)")
    #expect(try TreeDecoder().decode(Value.self, from: tree) == value)
  }

  @Test("enums with raw values")
  func rawEnums() throws {
    try there([Mood.wild, .calm], ["wild", "calm"])
    try there(["a": Size.large], ["a": 10])
    #expect(throws: DecodingError.self) { try TreeDecoder().decode(Mood.self, from: "angry") }
    #expect(throws: DecodingError.self) { try TreeDecoder().decode(Size.self, from: "small") }
  }

  @Test("enums with values in their cases")
  func enumsWithValues() throws {
    try there(Shape.circle(radius: 1.5), ["circle": ["radius": 1.5]])
    try there(Shape.square(4, name: "s"), ["square": ["_0": 4, "name": "s"]])
    try there(Shape.square(4, name: nil), ["square": ["_0": 4]])
    try there(
      [Shape.group([.circle(radius: 0.5), .square(1, name: nil)])],
      [["group": ["_0": [["circle": ["radius": 0.5]], ["square": ["_0": 1]]]]]])
    #expect(throws: DecodingError.self) { try TreeDecoder().decode(Shape.self, from: ["oval": ["x": 1]]) }
    #expect(throws: DecodingError.self) { try TreeDecoder().decode(Shape.self, from: ["circle": ["radius": 1], "square": ["_0": 1]]) }
  }

  @Test("a case without a value in it is not lost")
  func caseWithoutValue() throws {
    try there(Shape.point, ["point": true])
    try there(["a": [Shape.point, .maybe(nil), .group([])]], ["a": [["point": true], ["maybe": true], ["group": true]]])
    #expect(throws: DecodingError.self) { try TreeDecoder().decode(Shape.self, from: ["circle": true]) }
    #expect(throws: DecodingError.self) { try TreeDecoder().decode(Shape.self, from: ["point": 5]) }
  }

  @Test("a class and its superclass")
  func superclass() throws {
    let tree = try TreeEncoder().encode(Mural(title: "Great", area: 12))
    #expect(tree == ["area": 12, "super": ["title": "Great"]])
    let mural = try TreeDecoder().decode(Mural.self, from: tree)
    #expect(mural.title == "Great" && mural.area == 12)
  }

  @Test("containers in containers, and several of one place")
  func nestedContainers() throws {
    try there(Handmade(x: 1, y: 2, list: [3, 4], extra: "e"), ["position": ["x": 1, "y": 2], "list": [[3, 4], ["extra": "e"]]])
  }

  @Test("structs in structs in maps in lists")
  func nestedTypes() throws {
    struct Artist: Codable, Equatable {
      var name: String
      var born: Date?
      var works: [String: [Work]] = [:]

      struct Work: Codable, Equatable {
        var title: String
        var sizes: [Int?]
        var next: [Work]?
      }
    }
    let work = Artist.Work(title: "w", sizes: [nil, 2], next: [.init(title: "v", sizes: [1], next: nil)])
    try there(
      [Artist(name: "Ann", born: Date(timeIntervalSince1970: 0), works: ["2020": [work]]), Artist(name: "Bob")],
      [
        ["name": "Ann", "born": 0, "works": ["2020": [["title": "w", "sizes": ["1": 2], "next": [["title": "v", "sizes": [1]]]]]]],
        ["name": "Bob"],
      ])
  }

  @Test("single values at the top")
  func topLevel() throws {
    try there("text", "text")
    try there(7, 7)
    try there(true, true)
    try there(Int?.none, nil)
  }
}
