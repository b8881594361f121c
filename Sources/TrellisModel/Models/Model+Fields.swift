import TrellisDatabase
public import TrellisPages
public import TrellisTree

extension Model {
  /// A field by name, for code without a property for it.
  ///
  /// ```swift
  /// let score = Field<Int?>("score")
  /// artist[score] = 7
  /// ```
  @inlinable
  public final subscript<Output>(_ field: Field<Output>) -> Output {
    get { field.output(in: visibleNode) }
    set {
      stage(field.path) { try newValue.outputTree(keys: field.keys) }
      if field.extra != nil { clearFormer(field) }
    }
  }

  /// Assigns what may fail to be made, which is an error when it is saved.
  final func assign<Output>(_ field: Field<Output>, _ value: () throws -> Output) {
    stage(field.path) { try value().outputTree(keys: field.keys) }
    clearFormer(field)
  }

  /// What is assigned to a field no longer stands where the field was before.
  @usableFromInline
  final func clearFormer<Output>(_ field: Field<Output>) {
    for former in field.extra?.former ?? [] { stage(former.path) { .null } }
  }

  /// Anything below the model's node, untyped. Assigning is local until it is saved; null deletes.
  public final subscript(raw path: TreePath) -> Tree {
    get { visibleNode[path: path].tree }
    set { stage(path) { newValue } }
  }

  /// The node as a reader sees it: what was read, with pending changes on top.
  @usableFromInline
  final var visibleNode: TreeSnapshot {
    access()
    return unobservedNode
  }

  final var unobservedNode: TreeSnapshot {
    if isAsStored { return storedSnapshot.node }
    if let owner { return owner.model.unobservedNode[path: owner.path] }
    return editedNode
  }

  /// Notes a change that is to be saved. A value that cannot be stored is an error when it is saved.
  @usableFromInline
  final func stage(_ path: TreePath, _ tree: () throws -> Tree) {
    mutate {
      if let owner { return owner.model.stage(owner.path.appending(path: path), tree) }
      // Before anything of this model is being changed: making a value may read fields.
      let value = Result { try tree() }
      changePending { pending in
        switch value {
        case .success(let tree): pending.stage(path, tree)
        case .failure(let error): pending.stage(path, failing: error)
        }
      }
    }
  }
}

extension Model {
  /// What each field reads as, by its place, as that would be stored: for tests of field types.
  package final var fieldReadings: [TreePath: Tree] { Schema.of(type(of: self)).readings(of: visibleNode) }
}

// MARK: Pending changes

extension Model {
  /// Whether there are local changes that have not been saved.
  public final var hasChanges: Bool {
    access()
    return !pendingHere.isEmpty
  }

  /// The local changes that have not been saved, by place below the model's node; null deletes.
  public final var pendingChanges: [TreePath: Tree] {
    access()
    return pendingHere.values
  }

  final var pendingHere: PendingChanges {
    owner.map { $0.model.pendingHere.below($0.path) } ?? pending
  }

  /// Forgets local changes, so that fields read as what was stored.
  public final func discardChanges() { discard(below: .root) }

  private final func discard(below path: TreePath) {
    mutate {
      if let owner { return owner.model.discard(below: owner.path.appending(path: path)) }
      changePending { $0.discard(below: path, stored: storedSnapshot.node[path: path].tree) }
    }
  }
}
