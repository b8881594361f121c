import TrellisPages
import TrellisTree

extension Oracle {
  mutating func edit() throws {
    var model = line.last!.model
    var edit = arena.begin()
    if random.chance(8) { changeWideNode(&edit, &model) }
    for _ in 0..<(1 + random.below(20)) { try change(&edit, &model) }
    widest = max(widest, model.children.values.reduce(0) { max($0, $1.children.count) })
    if random.chance(15) {
      try verifier.verify(edit.view, model, "candidate")
      try verifier.verify(edit.base, line.last!.model, "base")
    }
    switch random.below(10) {
    case 0:
      edit.discard()
      count("discards")
    case 1:
      _ = consume edit  // dropping discards
      count("discards")
    case 2...4:
      let version = edit.apply()
      if version != line.last!.version {
        line.append((version, model))
      } else {
        try require(model == line.last!.model, "lost change")
      }
      count("applies")
    default:
      let version = edit.publish()
      line = [(version, model)]
      count("publishes")
    }
  }

  private mutating func change(_ edit: inout Edit, _ model: inout Model) throws {
    let path = randomPath(model)
    let keys = path.map { pool.keys[$0] }
    switch random.below(100) {
    case 0..<40:
      let (value, priority) = (random.scalar(), random.chance(10) ? random.priority() : nil)
      edit.set(keys, scalar: value, priority: priority)
      model.set(path[...], Model(value: value, priority: priority))
    case ..<52:
      guard path.count < 8 else { return }
      var node = randomModel(depth: 3)
      if random.chance(20), let source = held.randomElement(using: &random) {
        node = source.model.node(randomPath(source.model)[...]) ?? Model()
        if node.children.count > 60 { node = Model() }
      }
      try place(node, path, &edit)
      if node.isEmpty { model.remove(path[...]) } else { model.set(path[...], node) }
      count("trees")
    case ..<82:
      edit.remove(keys)
      model.remove(path[...])
    case ..<95:
      let priority = random.chance(60) ? random.priority() : nil
      edit.setPriority(keys, priority)
      model.setPriority(path[...], priority)
    case ..<98:
      guard let source = held.randomElement(using: &random) else { return }
      let from = randomPath(source.model)
      let node = source.model.node(from[...]) ?? Model()
      guard node.children.count < 60, path.count < 8 else { return }
      edit.graft(keys, source.snapshot[from.map { pool.keys[$0] }])
      if node.isEmpty { model.remove(path[...]) } else { model.set(path[...], node) }
      count("grafts")
    default:
      guard path.count > 1 || random.chance(10) else { return }
      edit.remove(Array(keys.dropLast()))
      model.remove(path.dropLast())
    }
  }

  /// A node put in place as a tree, as JSON text, or as text that is refused first.
  private mutating func place(_ node: Model, _ path: [Int], _ edit: inout Edit) throws {
    let keys = path.map { pool.keys[$0] }
    let tree = node.tree(pool.keys)
    if random.chance(50) { return edit.set(keys, tree) }
    let text = Array(tree.json(.export).utf8)
    if random.chance(20), text.count > 4 {
      let bad = Array(text.prefix(1 + random.below(text.count - 1)))
      do {
        // A number cut short is one nevertheless.
        if Int(String(decoding: bad, as: UTF8.self)) == nil, Double(String(decoding: bad, as: UTF8.self)) == nil {
          try edit.set(keys, json: bad)
          throw OracleFailure("a text cut short is taken: \(String(decoding: bad, as: UTF8.self))")
        }
      } catch is JSONError { count("refusals") }
    }
    try edit.set(keys, json: text)
    count("texts")
  }

  /// Many changes to one node of thousands of children: it grows, or shrinks, at random places or along an edge.
  private mutating func changeWideNode(_ edit: inout Edit, _ model: inout Model) {
    let node = pool.wide[random.below(pool.wide.count)]
    let grows = random.chance(55)
    // Along the keys upwards or downwards, from an end or from anywhere; or at random.
    let step = random.below(4) - 1
    let all = pool.keys.count
    var at = random.chance(60) ? (step < 0 ? all - 1 : 0) : random.below(all)
    if grows, random.chance(25) {
      // Bottom-up, all at once, with holes.
      let every = 1 + random.below(8)
      let children = (0..<all).filter { _ in random.below(every) == 0 }
      let tree = Model(children: Dictionary(uniqueKeysWithValues: children.map { ($0, Model(value: .int(Int64($0)))) }))
      edit.set([pool.keys[node]], tree.tree(pool.keys))
      if tree.isEmpty { model.remove([node]) } else { model.set([node], tree) }
      count("bulk builds")
    }
    for _ in 0..<random.below(random.chance(30) ? 100 : 2400) {
      at = abs(step) == 1 ? (at + step + all) % all : random.below(all)
      if grows != random.chance(step == 1 ? 1 : 10) {
        let value = random.scalar()
        edit.set([pool.keys[node], pool.keys[at]], scalar: value)
        model.set([node, at], Model(value: value))
      } else {
        edit.remove([pool.keys[node], pool.keys[at]])
        model.remove([node, at])
      }
    }
  }

  /// A wide node filled along its keys and drained again from both ends, with each key that may have opened a page
  /// taken back once: the shapes of pages that random changes meet only once in thousands of edits.
  mutating func fillAndDrainInOrder() throws {
    let node = pool.wide[0]
    let all = Array(0..<pool.keys.count)
    for (fill, drain, taken) in [(all, all.reversed(), 1), (all, all, 2), (all.reversed(), all, 1), (all.reversed(), all.reversed(), 2)] {
      var model = line.last!.model
      var edit = arena.begin()
      for (i, key) in fill.enumerated() {
        let path = [pool.keys[node], pool.keys[key]]
        edit.set(path, scalar: .int(Int64(key)))
        if i % 32 < taken {
          edit.remove(path)
          edit.set(path, scalar: .int(Int64(key)))
        }
        model.set([node, key], Model(value: .int(Int64(key))))
      }
      try verifier.verify(edit.view, model, "filled in order")
      line = [(edit.publish(), model)]
      try inspect()
      edit = arena.begin()
      for key in drain.dropLast(random.below(40)) {
        edit.remove([pool.keys[node], pool.keys[key]])
        model.remove([node, key])
      }
      try verifier.verify(edit.view, model, "drained in order")
      line = [(edit.publish(), model)]
      try inspect()
    }
  }

  // MARK: Random things

  /// Mostly the path of something that is there.
  mutating func randomPath(_ model: Model) -> [Int] {
    if random.chance(15) { return [pool.wide[random.below(pool.wide.count)], random.below(pool.keys.count)] }
    var path: [Int] = []
    var node: Model? = model
    for _ in 0..<(1 + random.below(4)) {
      if random.chance(60), let key = node?.child(near: random.below(pool.keys.count), of: pool.keys.count) {
        path.append(key)
      } else {
        path.append(pool.common[random.below(random.chance(50) ? 6 : pool.common.count)])
      }
      node = node?.children[path.last!]
    }
    // Seldom the root or a wide node as a whole.
    if path.count == 1, pool.wide.contains(path[0]), random.chance(95) { path.append(random.below(pool.keys.count)) }
    return random.below(1000) == 0 ? [] : path
  }

  /// A small branch or a leaf, now and then nothing.
  private mutating func randomModel(depth: Int) -> Model {
    if depth == 0 || random.chance(30) {
      return random.chance(5) ? Model() : Model(value: random.scalar(), priority: random.chance(15) ? random.priority() : nil)
    }
    var node = Model()
    for _ in 0..<random.below(random.chance(10) ? 50 : 5) {
      let child = randomModel(depth: depth - 1)
      if !child.isEmpty { node.children[pool.common[random.below(pool.common.count)]] = child }
    }
    if !node.isEmpty, random.chance(15) { node.priority = random.priority() }
    return node
  }
}

extension Model {
  /// The first child at or behind a number, counting round: the same one in every run, whatever the dictionary's order.
  fileprivate func child(near number: Int, of all: Int) -> Int? {
    children.keys.min { ($0 - number + all) % all < ($1 - number + all) % all }
  }
}
