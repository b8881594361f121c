import Trellis

/// The simplest tree there is: dictionaries in dictionaries. It has no order, and whoever keeps a copy of it makes the
/// next write copy every dictionary on the way.
enum DictionaryTree {
  case leaf(Tree.Scalar)
  case branch([String: DictionaryTree])

  init(_ records: [Record]) {
    let items = records.map { record in
      let fields: [String: DictionaryTree] = [
        "name": .leaf(.string(record.name)), "age": .leaf(.int(Int64(record.age))), "score": .leaf(.double(record.score)),
        "active": .leaf(.bool(record.isActive)),
      ]
      return (record.key, DictionaryTree.branch(fields))
    }
    self = .branch(["items": .branch(Dictionary(uniqueKeysWithValues: items))])
  }

  var children: [String: DictionaryTree] { if case .branch(let children) = self { children } else { [:] } }

  subscript(piece: String) -> DictionaryTree? { if case .branch(let children) = self { children[piece] } else { nil } }

  subscript(path: some Sequence<String>) -> Tree.Scalar? {
    var node = self
    for piece in path {
      guard let child = node[piece] else { return nil }
      node = child
    }
    if case .leaf(let scalar) = node { return scalar } else { return nil }
  }

  mutating func set(_ path: ArraySlice<String>, _ scalar: Tree.Scalar) {
    guard let piece = path.first else {
      self = .leaf(scalar)
      return
    }
    var children = children
    // Nobody else may hold the dictionary while it changes, or it is copied.
    self = .leaf(.bool(false))
    children[piece, default: .branch([:])].set(path.dropFirst(), scalar)
    self = .branch(children)
  }
}
