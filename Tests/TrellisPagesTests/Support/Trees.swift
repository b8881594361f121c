import TrellisPages
import TrellisTree

/// An arena that holds a tree, published.
func arena(_ tree: Tree) -> Arena {
  let arena = Arena()
  arena.publishing { $0.set([], tree) }
  return arena
}

extension Arena {
  /// Edits and publishes.
  @discardableResult
  func publishing(_ body: (inout Edit) throws -> Void) rethrows -> Version {
    var edit = begin()
    try body(&edit)
    return edit.publish()
  }

  /// Sets a node from JSON and publishes the edit, also when the text was refused.
  func publish(json: [UInt8], at path: [TreeKey], _ options: JSONOptions = JSONOptions()) throws(JSONError) {
    var edit = begin()
    var problem: JSONError?
    do { try edit.set(path, json: json, options: options) } catch { problem = error }
    _ = edit.publish()
    if let problem { throw problem }
  }

  /// Nothing is published or pinned any more and not one byte is in use.
  func bytesAfterEmptying() -> Int {
    publishing { $0.remove([]) }
    reclaim()
    return statistics.liveBytes
  }
}

/// A small world of murals and artists.
let murals: Tree = [
  "murals": [
    "m1": [
      "name": "A really great mural", "likes": 3, "rating": 4.5, "public": true,
      "artists": ["a1": true, "a2": true],
      "images": [["location": "/murals/m1.jpg"], ["location": "/murals/m1b.jpg"]],
    ],
    "m2": ["name": "Untitled", "likes": 0, "rating": 3.0, "public": false],
  ],
  "artists": ["a1": ["firstName": "Ada"], "a2": ["firstName": "Émile"]],
]

func key(_ text: String) -> TreeKey { TreeKey(unchecked: text) }

extension Random {
  /// A tree of any shape: leaves, lists, priorities, keys of every kind, a wide branch now and then.
  mutating func tree(depth: Int = 4) -> Tree {
    if depth == 0 || chance(35) {
      let leaf = Tree(scalar())
      return chance(15) ? leaf.with(priority: priority()) : leaf
    }
    let count = below(chance(5) ? 120 : 6)
    if chance(15) { return .list((0..<count).map { _ in chance(10) ? .null : tree(depth: depth - 1) }) }
    var children: [(TreeKey, Tree)] = []
    for _ in 0..<count { children.append((anyKey(), tree(depth: depth - 1))) }
    let branch = Tree.branch(children)
    return chance(15) ? branch.with(priority: priority()) : branch
  }

  mutating func anyKey() -> TreeKey {
    switch below(8) {
    case 0: key(String(below(30)))
    case 1: key(String(repeating: "0", count: 1 + below(3)) + String(below(30)))
    case 2: key(String(below(2000) - 1000))
    case 3: key(["\"", "\\", "é", "e\u{301}", "\u{E000}", "\u{FFEE}", "\u{1F600}", " ", "a b", ":"].randomElement(using: &self)!)
    case 4: key(String(repeating: "long key ", count: 1 + below(12)) + String(below(20)))
    case 5: key(pushText(below(1000), &self))
    default:
      key(
        ["name", "likes", "rating", "public", "location", "firstName"].randomElement(using: &self)! + (chance(50) ? "" : String(below(9))))
    }
  }
}
