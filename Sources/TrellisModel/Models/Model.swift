public import Observation
public import TrellisDatabase
import TrellisPages
public import TrellisTree

/// The class that applications subclass: a typed window on one node of a database.
///
/// ```swift
/// class Artist: Model, Queryable, Insertable {
///   static let collection: TreePath = "artists"
///   @Field("firstName") var firstName: String?
///   @Field("country") var country: String?
/// }
/// let artist = try await Artist.find("-KbJXK4aoXc6NZ6VwD7W")
/// ```
/// Fields are local: reading one never waits, and assigning one changes this instance only. The protocols a subclass adopts
/// say what may reach the datastore: `Queryable`, `Insertable`, `PropertyWritable`, `Deletable`, `StorageDownloadable`.
///
/// A model belongs to whoever holds it: it is not Sendable, and needs no annotation to be used on the main actor, in an
/// actor or in a task. What fetches models gives fresh ones, which may be handed on once. To share data, share
/// `snapshot`, or `snapshot.decode(_:)`, which are Sendable. It is `Observable`: a view that reads a field is told when it
/// changes.
///
/// Two models are equal when they stand for the same node of the same database; one that belongs to no database yet is
/// equal only to itself. `init(snapshot:)` is called often, also for throwaway instances: keep it cheap and free of effects.
///
/// ## Topics
/// - What it is: `snapshot`, `key`, `id`, `isLoaded`, `exists`
/// - Local changes: `hasChanges`, `pendingChanges`, `discardChanges()`, `validate()`, `validate(_:)`
/// - Fields without a property: `subscript(_:)`, `subscript(raw:)`
nonisolated open class Model: Observable, Identifiable, Hashable, CustomStringConvertible {
  // What every read of a field looks at comes first. Nothing is called while these are accessed, so there is no exclusivity to check.
  /// Whoever watches this model; nil until something of it has been read.
  @exclusivity(unchecked) fileprivate final var observers: ModelObservers?
  /// Whether a reader sees the stored node: nothing is pending, and this is no part of another model.
  @exclusivity(unchecked) fileprivate(set) final var isAsStored = true
  @exclusivity(unchecked) fileprivate(set) final var storedSnapshot: Snapshot
  /// Nil until this model is changed, or becomes a part of another one.
  private final var extra: ModelExtra?
  /// What the query that found this model has read of its links.
  final var prefetched: Prefetched?

  public required init(snapshot: Snapshot) {
    storedSnapshot = snapshot
  }

  /// A draft that belongs to no database yet.
  public convenience init() { self.init(snapshot: .unbound) }

  /// Override to refuse a write before it is sent. What it throws passes unchanged.
  open func validate() throws {}

  /// Override to tell all that is wrong with the fields before a write is sent, each by itself. See `ModelProblems`.
  open func validate(_ problems: inout ModelProblems) {}

  open var description: String { "\(type(of: self))(\(snapshot.path))" }
}

// MARK: What it is

extension Model {
  /// Database, place and content, as they were when last read or written. A value: it may go anywhere.
  public final var snapshot: Snapshot {
    access()
    return unobservedSnapshot
  }

  final var unobservedSnapshot: Snapshot {
    if let owner { return owner.model.unobservedSnapshot.child(owner.path) }
    return storedSnapshot
  }

  /// The node's key; the empty text for a draft. Compare `id`s, not keys, where databases or collections mix.
  public final var key: TreeKey { unobservedSnapshot.key ?? Model.draftKey }

  private static let draftKey = TreeKey(unchecked: "")

  /// Whether it has been read. False for models that only a link names; `load()` reads them.
  public final var isLoaded: Bool { snapshot.isLoaded }

  /// Whether something stood at its place when it was last read.
  public final var exists: Bool { snapshot.exists }

  /// Replaces what was read; pending changes stay on top.
  final func replaceSnapshot(_ new: Snapshot) {
    mutate {
      extra?.owner = nil
      prefetched = nil
      store(new)
    }
  }
}

extension Model {
  final var owner: (model: Model, path: TreePath)? { extra?.owner }
  final var pending: PendingChanges { extra?.pending ?? PendingChanges() }

  final func store(_ new: Snapshot) {
    storedSnapshot = new
    if let extra { renew(extra) }
  }

  final func changePending(_ change: (inout PendingChanges) -> Void) {
    let extra = needExtra()
    change(&extra.pending)
    renew(extra)
  }

  private final func renew(_ extra: ModelExtra) {
    extra.edited = nil
    isAsStored = extra.owner == nil && extra.pending.isEmpty
  }

  /// The stored node with the pending changes on top.
  final var editedNode: TreeSnapshot {
    let extra = needExtra()
    if let known = extra.edited { return known }
    let node = TreeSnapshot(extra.pending.applied(to: storedSnapshot.node.tree))
    extra.edited = node
    return node
  }

  /// Makes this model a part of another one.
  final func become(_ path: TreePath, of owner: Model) {
    needExtra().owner = (owner, path)
    isAsStored = false
  }

  private final func needExtra() -> ModelExtra {
    if let extra { return extra }
    let new = ModelExtra()
    extra = new
    return new
  }
}

// MARK: Being watched

extension Model {
  /// Notes that something of this model is being read. A part is watched together with its owner, whose changes may be its own.
  final func access() {
    let observers = observers ?? beObservable()
    observers.access(self)
    owner?.model.access()
  }

  private final func beObservable() -> ModelObservers {
    let new = ModelObservers()
    observers = new
    return new
  }

  /// Changes what can be read, and tells whoever watches.
  final func mutate(_ change: () -> Void) {
    if let observers { observers.mutate(self, change) } else { change() }
  }
}

// MARK: Identity

extension Model {
  /// Which node of which database a model stands for.
  public struct ID: Hashable, Sendable {
    private let home: ObjectIdentifier
    private let path: TreePath

    fileprivate init(home: ObjectIdentifier, path: TreePath) {
      self.home = home
      self.path = path
    }
  }

  public final var id: ID {
    let snapshot = unobservedSnapshot
    let isDraft = snapshot.database.isSame(as: .unbound)
    return ID(home: isDraft ? ObjectIdentifier(whole) : snapshot.database.datastore.identity, path: snapshot.path)
  }

  /// The model that this one is a part of, at whatever depth; else this one.
  final var whole: Model { owner?.model.whole ?? self }

  public static func == (a: Model, b: Model) -> Bool { a === b || a.id == b.id }
  public final func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
