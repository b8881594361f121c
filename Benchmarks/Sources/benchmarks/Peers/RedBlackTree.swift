import Trellis

/// A persistent tree of red-black maps with text keys. A copy of it is a snapshot.
enum RedBlackTree {
  case leaf(Tree.Scalar)
  case branch(RedBlackMap<RedBlackTree>)

  init(_ records: [Record]) {
    var items = RedBlackMap<RedBlackTree>()
    for record in records {
      var fields = RedBlackMap<RedBlackTree>()
      fields.set("name", .leaf(.string(record.name)))
      fields.set("age", .leaf(.int(Int64(record.age))))
      fields.set("score", .leaf(.double(record.score)))
      fields.set("active", .leaf(.bool(record.isActive)))
      items.set(record.key, .branch(fields))
    }
    var root = RedBlackMap<RedBlackTree>()
    root.set("items", .branch(items))
    self = .branch(root)
  }

  var map: RedBlackMap<RedBlackTree>? { if case .branch(let map) = self { map } else { nil } }

  subscript(path: some Sequence<String>) -> Tree.Scalar? {
    var node = self
    for piece in path {
      guard let child = node.map?[piece] else { return nil }
      node = child
    }
    if case .leaf(let scalar) = node { return scalar } else { return nil }
  }

  mutating func set(_ path: ArraySlice<String>, _ scalar: Tree.Scalar) { self = setting(path, scalar) }

  private func setting(_ path: ArraySlice<String>, _ scalar: Tree.Scalar) -> RedBlackTree {
    guard let piece = path.first else { return .leaf(scalar) }
    var map = map ?? RedBlackMap()
    map.set(piece, (map[piece] ?? .branch(RedBlackMap())).setting(path.dropFirst(), scalar))
    return .branch(map)
  }
}
