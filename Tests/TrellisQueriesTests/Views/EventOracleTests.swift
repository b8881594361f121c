import Foundation
import Testing
import TrellisDatabase
import TrellisPages
import TrellisQueries
import TrellisTree
import VectorSupport

/// Random commits under live queries of every kind: what the events say, told to a list that starts empty, gives the
/// query's result after each commit.
///
/// `TRELLIS_ORACLE_STEPS` says how many commits are made; `make oracle` makes a million.
@Suite struct EventOracleTests {
  @Test("events and differences make the new list of the old one", arguments: 0..<4)
  func replay(_ number: Int) throws {
    let steps = ProcessInfo.processInfo.environment["TRELLIS_ORACLE_STEPS"].flatMap { Int($0) } ?? 800
    let seed = SeededRandom.announced("event oracle \(number)").seed
    var oracle = try EventOracle(seed: seed &+ UInt64(number))
    for step in 0..<(steps / 4) { try oracle.step(step) }
  }
}

private struct EventOracle {
  private var random: SeededRandom
  private let arena = Arena()
  private var tree: Tree
  private var listeners: [Listener] = []

  /// One live query, with what its listener has made of what it was told.
  private struct Listener {
    let query: TreeQuery
    let isIndexed: Bool
    var index: OrderIndex?
    var view: QueryView
    var mirror: [(key: TreeKey, node: TreeSnapshot)]
    var list: [TreeKey]
  }

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    tree = .null
    tree = random.queried(children: 40)
    publish(tree)
    for ordering in allOrderings {
      for isIndexed in [false, true] {
        for _ in 0..<3 { listeners.append(try listener(try random.query(ordering, in: tree), isIndexed)) }
        listeners.append(try listener(TreeQuery(.root).ordered(by: ordering), isIndexed))
      }
    }
  }

  private func publish(_ tree: Tree) {
    var edit = arena.begin()
    edit.set([], tree)
    _ = edit.publish()
  }

  private func listener(_ query: TreeQuery, _ isIndexed: Bool) throws -> Listener {
    let node = arena.pin()
    let index = isIndexed && query.ordering != .key ? OrderIndex(query.ordering, of: node) : nil
    let view = QueryView(query, node, index: index?.snapshot)
    var listener = Listener(query: query, isIndexed: isIndexed, index: index, view: view, mirror: [], list: [])
    try tell(&listener, view.initialChange.events)
    listener.list = view.rows.map(\.key)
    return listener
  }

  // MARK: Steps

  mutating func step(_ number: Int) throws {
    var edit = arena.begin()
    for _ in 0..<(random.chance(percent: 60) ? 1 : 1 + random.below(8)) { change(&edit) }
    _ = edit.publish()
    for i in listeners.indices { try follow(&listeners[i], number) }
    // A new query now and then, so that many are seen.
    if random.chance(percent: 5) {
      let i = random.below(listeners.count)
      listeners[i] = try listener(try random.query(listeners[i].query.ordering, in: tree), listeners[i].isIndexed)
    }
  }

  private mutating func change(_ edit: inout Edit) {
    let keys = tree.children.keys
    let key = keys.isEmpty || random.chance(percent: 20) ? random.key() : random.pick(keys)
    let other = random.queried(children: 1).children.first?.value ?? .null
    switch random.below(10) {
    case 0...2: set(&edit, [key], other)
    case 3, 4: set(&edit, [key], .null)
    case 5, 6: set(&edit, [key, "n"], random.tie().map { Tree($0) } ?? .null)
    case 7: set(&edit, [key, "d", "x"], random.tie().map { Tree($0) } ?? .null)
    case 8:
      let priority = random.tie(isPriority: true)
      edit.setPriority([key], priority)
      tree.apply(TreeWrite.Change(TreePath([key]), priority.map { Tree($0) } ?? .null, target: .priority))
    default:
      if random.chance(percent: 10) { set(&edit, [], random.queried(children: random.below(60))) } else { set(&edit, [key, "z"], 1) }
    }
  }

  private mutating func set(_ edit: inout Edit, _ path: [TreeKey], _ value: Tree) {
    edit.set(path, value)
    tree.apply(TreeWrite.Change(TreePath(path), value))
  }

  private func follow(_ listener: inout Listener, _ step: Int) throws {
    let node = arena.pin()
    let old = listener.view
    if let index = listener.index {
      var changes: [OrderIndex.Change] = []
      diffChildren(old.node, node) { changes.append(OrderIndex.Change($0, old: $1, new: $2)) }
      if !index.update(changes) { listener.index = OrderIndex(listener.query.ordering, of: node) }
    }
    listener.view = QueryView(listener.query, node, index: listener.index?.snapshot)
    let change = listener.view.change(since: old)
    try tell(&listener, change.events)

    let expected = listener.query.rows(in: tree)
    let place = "\(listener.query), step \(step), seed \(random.seed)"
    try #require(listener.mirror.map(\.key) == expected.map(\.key), "\(place)")
    for (row, wanted) in zip(listener.mirror, expected) { try #require(row.node.tree == wanted.node, "\(row.key), \(place)") }
    let isChanged = !old.rows.elementsEqual(listener.view.rows) { $0.key == $1.key && $0.node.isEqual(to: $1.node) }
    try #require(change.events.isEmpty == !isChanged, "\(place)")

    let difference = ListDifference(
      from: listener.list, to: expected.map(\.key), changed: Set(change.events.filter { $0.kind == .changed }.map(\.key)))
    difference.apply(to: &listener.list) { expected[$0].key }
    try #require(listener.list == expected.map(\.key), "\(difference), \(place)")
  }

  /// Applies events as `ChildEvent` says, and checks what they promise.
  private func tell(_ listener: inout Listener, _ events: [ChildEvent]) throws {
    var kinds: [ChildEvent.Kind] = []
    for event in events {
      if kinds.last != event.kind { kinds.append(event.kind) }
      let isThere = listener.mirror.contains { $0.key == event.key }
      try #require(isThere == (event.kind != .added), "\(event.kind) \(event.key), seed \(random.seed)")
      if let previous = event.previousKey {
        try #require(listener.mirror.contains { $0.key == previous }, "a row that is not there: \(previous), seed \(random.seed)")
      }
      switch event.kind {
      case .removed: listener.mirror.removeAll { $0.key == event.key }
      case .added: listener.mirror.append((event.key, event.node))
      case .moved, .changed:
        for i in listener.mirror.indices where listener.mirror[i].key == event.key { listener.mirror[i].node = event.node }
      }
    }
    let order: [ChildEvent.Kind] = [.removed, .added, .moved, .changed]
    try #require(kinds == order.filter { kinds.contains($0) }, "the order of kinds")
    place(events.filter { $0.kind == .added || $0.kind == .moved }, in: &listener)
  }

  private func place(_ events: [ChildEvent], in listener: inout Listener) {
    let places = Dictionary(listener.view.rows.enumerated().map { ($1.key, $0) }) { first, _ in first }
    let placed = Dictionary(events.map { ($0.key, $0) }) { first, _ in first }
    listener.mirror.removeAll { placed[$0.key] != nil }
    for event in placed.values.sorted(by: { places[$0.key] ?? 0 < places[$1.key] ?? 0 }) {
      let i = event.previousKey.flatMap { previous in listener.mirror.firstIndex { $0.key == previous } }.map { $0 + 1 } ?? 0
      listener.mirror.insert((event.key, event.node), at: i)
    }
  }
}
