import TrellisDatabase
import TrellisPages
public import TrellisTree

/// What is to be written as one commit. See `Database.batch(_:)`.
///
/// Each function checks what it is given at once, with `validate()` and all, and notes it; a later one has the last word where two
/// write the same place. All models must be of the batch's database, and are written as whoever the batch's handle asks as.
///
/// ## Topics
/// - Models: `insert(_:as:_:)`, `save(_:)`, `update(_:_:)`, `set(_:_:to:)`, `increment(_:_:by:)`, `delete(_:)`
/// - Links: `add(_:to:)`, `add(_:_:to:)`, `remove(_:from:)`
/// - Without models: `set(_:_:)`, `require(_:)`
public struct ModelBatch {
  let database: Database
  var write = StagedWrite()
  private var settlers: [(CommittedPlaces) -> Void] = []
  private var takers: [() -> Void] = []

  init(_ database: Database) { self.database = database }

  func settle(_ places: CommittedPlaces) { for settler in settlers { settler(places) } }

  /// Makes drafts of what could not be inserted.
  func takeBack() { for taker in takers.reversed() { taker() } }
}

// MARK: Models

extension ModelBatch {
  /// Adds a member with the fields that `fill` assigns, as `Insertable.insert`. It may be linked to in the same batch.
  @discardableResult
  public mutating func insert<M: Insertable>(
    _ type: M.Type = M.self, as key: TreeKey? = nil, _ fill: (M) throws -> Void
  ) throws -> M {
    let draft = M(snapshot: .unbound)
    try fill(draft)
    try insert(draft, as: key)
    return draft
  }

  /// Adds a draft to its collection. When the batch fails, it is the draft it was.
  public mutating func insert(_ draft: some Insertable, as key: TreeKey? = nil) throws {
    try insert(draft, at: type(of: draft).collection.appending(key ?? PushKey.next()))
  }

  mutating func insert(_ draft: Model, at path: TreePath) throws {
    let before = draft.unobservedSnapshot
    draft.replaceSnapshot(Snapshot(database: database, path: path, node: .missing, isLoaded: true, source: .none))
    takers.append { draft.replaceSnapshot(before) }
    try draft.requireSomethingToInsert()
    guard let sent = try draft.checkedChanges(isNew: true) else { return }
    write.require(.equals(.null, at: path))
    write.stage(path, sent.tree)
    settlers.append { places in draft.settle(sent, below: .root, places.value(at: path) ?? .null) }
  }

  /// Writes the pending changes of a model, if there are any. What is assigned to it later in the closure stays pending.
  public mutating func save(_ model: some PropertyWritable) throws {
    let here = try home(of: model)
    guard let sent = try model.checkedChanges(isNew: false) else { return }
    for (place, tree) in sent.values { write.stage(here.appending(path: place), tree) }
    settlers.append { places in model.accept(places, at: sent.values.keys, sent) }
  }

  /// Assigns fields of a model and writes its pending changes.
  public mutating func update<M: PropertyWritable>(_ model: M, _ change: (M) throws -> Void) throws {
    try change(model)
    try save(model)
  }

  /// Assigns one field of a model and writes its pending changes.
  public mutating func set<M: PropertyWritable, Output>(_ model: M, _ field: KeyPath<M, Field<Output>>, to value: Output) throws {
    model[model[keyPath: field]] = value
    try save(model)
  }

  /// Adds to a number, whatever it is by then and whoever else adds to it. Several in one batch add up. See
  /// `PropertyWritable.increment(_:by:)`.
  public mutating func increment<M: PropertyWritable, Output>(
    _ model: M, _ field: KeyPath<M, Field<Output>>, by delta: Output.Stored = 1
  ) throws where Output.Stored: Numeric {
    let here = try home(of: model)
    let field = model[keyPath: field]
    let path = here.appending(path: field.path)
    if field.isFormer(in: model.unobservedSnapshot.node) {
      throw TrellisError(.invalid, at: path, "the number stands under a former name; use increment(_:by:), or save the field first")
    }
    write.increment(path, by: try delta.incrementNumber(at: path))
    let times = Schema.of(type(of: model)).maintained(isNew: false)
    for time in times { write.stage(here.appending(path: time), .timestamp) }
    settlers.append { places in model.accept(places, at: times + [field.path]) }
  }

  /// Deletes a model with everything below it, and the links back to it of relations with an inverse.
  ///
  /// - Throws: `.invalid` when its links are to be taken back too but it was never read. The batch fails with `.conflict` when they
  ///   have changed since.
  public mutating func delete(_ model: some Deletable) throws {
    let here = try home(of: model)
    let snapshot = model.unobservedSnapshot
    let relations = model.owner == nil ? Schema.of(type(of: model)).inverses : []
    if !relations.isEmpty, !snapshot.isLoaded {
      throw TrellisError(.invalid, at: here, "it has links that the other side keeps too; load() it first, so that they are known")
    }
    for relation in relations {
      let map = snapshot.node[path: relation.place]
      write.require(.equals(map.tree, at: here.appending(path: relation.place)))
      for back in relation.linksBack(from: map, of: snapshot.path) { write.stage(back, .null) }
    }
    write.stage(here, .null)
    settlers.append { _ in model.becomeDeleted() }
  }

  /// Where a model is, if the batch can write it.
  func home(of model: Model) throws -> TreePath {
    let here = model.unobservedSnapshot
    if here.database.isSame(as: .unbound) {
      throw TrellisError(.disconnected, "this draft belongs to no database yet; insert it first, in the same batch if you like")
    }
    try requireHome(here.database, here.path)
    return here.path
  }

  func requireHome(_ other: Database, _ path: TreePath) throws {
    if other.isSame(as: database) { return }
    throw TrellisError(.invalid, at: path, "it belongs to another database than the batch; one commit is in one database")
  }
}

// MARK: Without models

extension ModelBatch {
  /// Replaces the node at a path; null deletes it.
  public mutating func set(_ path: TreePath, _ value: Tree) { write.stage(path, value) }

  /// Lets the batch fail with `.conflict` unless a condition holds.
  public mutating func require(_ condition: TreeWrite.Condition) { write.require(condition) }
}

extension StagedWrite {
  /// Adds an increment to what is staged for a place, or else to what will stand there.
  mutating func increment(_ path: TreePath, by delta: Tree.Scalar) {
    let increment = ServerValue.increment(delta)
    switch staged(path)?.serverValue {
    case .increment(let before)?: stage(path, Tree(leaf: .serverValue(.increment(increment.resolved(now: 0, current: before)))))
    case .timestamp?: stage(path, Tree(leaf: .serverValue(increment)))
    case nil:
      let known = staged(path)
      stage(path, known.map { Tree(increment.resolved(now: 0, current: $0.scalar)) } ?? Tree(leaf: .serverValue(increment)))
    }
  }
}

extension FieldValue {
  /// A number to add to a field.
  func incrementNumber(at path: TreePath) throws -> Tree.Scalar {
    guard let number = try fieldTree(keys: .plain).scalar else { throw TrellisError(.invalid, at: path, "only a number can be added") }
    return number
  }
}

extension Model {
  /// Takes what a commit has left at some places for what is stored.
  final func accept(_ places: CommittedPlaces, at written: some Sequence<TreePath>, _ sent: PendingChanges = PendingChanges()) {
    let here = unobservedSnapshot
    var tree = here.node.tree
    for place in written {
      if let value = places.value(at: here.path.appending(path: place)) { tree[path: place] = value }
    }
    settle(sent, below: .root, tree)
  }
}
