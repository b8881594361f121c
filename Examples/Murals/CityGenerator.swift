import Trellis

/// Makes up artists and murals: always the same ones for the same size.
struct CityGenerator {
  let murals: Int
  let artists: Int
  private var random = RepeatableRandom()

  init(murals: Int) {
    self.murals = murals
    artists = murals / 10
  }

  /// All nodes by path, in parts of at most this many.
  mutating func parts(of size: Int) throws -> [[TreePath: Tree]] {
    var nodes: [(TreePath, Tree)] = []
    for number in 0..<artists { nodes.append((Artist.collection.appending(try key(ofArtist: number)), artist())) }
    for number in 0..<murals { nodes.append((Mural.collection.appending(try TreeKey("m\(number)")), try mural(number))) }
    return stride(from: 0, to: nodes.count, by: size).map { start in
      Dictionary(uniqueKeysWithValues: nodes[start..<min(start + size, nodes.count)])
    }
  }

  private func key(ofArtist number: Int) throws -> TreeKey { try TreeKey("a\(number)") }

  private mutating func artist() -> Tree {
    [
      "firstName": .string(pick("Ana", "Diego", "Frida", "Georgia", "Keith", "Kerry", "Mary", "Paula")),
      "lastName": .string(pick("Kahn", "Lopez", "Reyes", "Rivera", "Santos", "Smith", "Stone", "Winston")),
      "country": .string(pick("BR", "FR", "MX", "US")),
    ]
  }

  private mutating func mural(_ number: Int) throws -> Tree {
    var links: [(TreeKey, Tree)] = []
    for _ in 1...below(4) + 1 { links.append((try key(ofArtist: below(artists)), true)) }
    let name = "\(pick("Blue", "Golden", "Great", "Quiet")) \(pick("garden", "harbour", "market", "tower")) \(number)"
    return [
      "name": .string(name),
      "style": .string(pick("fresco", "graffiti", "mosaic")),
      "likes": .int(Int64(below(1000))),
      "artists": .branch(links),
      "images": ["m1": ["location": .string("/city/\(number).jpg")]],
    ]
  }

  private mutating func pick(_ texts: String...) -> String { texts[below(texts.count)] }
  private mutating func below(_ end: Int) -> Int { Int(random.next() % UInt64(end)) }
}

/// Numbers that look random and are the same in each run: the generator splitmix64.
private struct RepeatableRandom {
  private var state: UInt64 = 0

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
