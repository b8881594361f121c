public import TrellisTree

/// Which indexes a database keeps in memory. Without an index a query that orders by something else than keys looks at all
/// children of its place.
///
/// ```swift
/// var indexes = IndexSettings()
/// indexes.declare("artists", .child("lastName"))
/// let database = Database.inMemory(indexes: indexes)
/// ```
/// An index is made at the first query that uses it, without keeping writers waiting, and follows every write.
public struct IndexSettings: Sendable {
  /// Whether queries make indexes that nobody has declared.
  public var isAutomatic = true
  /// How many children a place has at least, before an index is made without being declared.
  public var smallestCount = 64
  /// How many undeclared indexes are kept at most; the one not used for longest goes first.
  public var mostAutomatic = 64

  struct Declared: Hashable {
    let path: TreePath
    let ordering: TreeQuery.Ordering
  }

  private(set) var declared: Set<Declared> = []

  public init() {}

  /// Scans only, but for what is declared.
  public static var declaredOnly: IndexSettings {
    var settings = IndexSettings()
    settings.isAutomatic = false
    return settings
  }

  /// Keeps an index of the children of a place, whatever their number, from its first use on.
  public mutating func declare(_ path: TreePath, _ ordering: TreeQuery.Ordering) {
    declared.insert(Declared(path: path, ordering: ordering))
  }
}
