public import TrellisPages
public import TrellisTree

/// Decides who may read and write what. Without one, everything is allowed.
///
/// ```swift
/// struct ArtistsAreReadOnly: AccessPolicy {
///   func admit(_ write: WriteRequest) throws {
///     for change in write.changes where TreePath("artists").contains(change.path) {
///       throw TrellisError(.permissionDenied, at: change.path, "artists are read only here")
///     }
///   }
/// }
/// ```
/// All of them run while the datastore is locked: they should be quick, and must not call back into the database.
public protocol AccessPolicy: Sendable {
  /// Throws when the query may not be answered. Of those who listen it is asked once, and again when `revision` is another.
  func admit(_ read: ReadRequest) throws

  /// Which version of itself the policy is, for one that changes.
  var revision: Int { get }

  /// Throws when the write may not be carried out. Nothing of it is then seen by anybody.
  func admit(_ write: WriteRequest) throws

  /// Whether the policy asks for an index of the children of a place, however few they are.
  func declaresIndex(of path: TreePath, by ordering: TreeQuery.Ordering) -> Bool
}

extension AccessPolicy {
  public func admit(_ read: ReadRequest) throws {}
  public func admit(_ write: WriteRequest) throws {}
  public var revision: Int { 0 }
  public func declaresIndex(of path: TreePath, by ordering: TreeQuery.Ordering) -> Bool { false }
}

/// A query that somebody wants answered.
public struct ReadRequest: Sendable {
  public let query: TreeQuery
  /// Whether the answer is to be followed, rather than given once.
  public let isListening: Bool
  public let auth: Auth?
  /// The time, in milliseconds since 1970.
  public let milliseconds: Int64
  /// The tree it would be answered from.
  public let root: TreeSnapshot

  package init(query: TreeQuery, isListening: Bool = false, auth: Auth?, milliseconds: Int64, root: TreeSnapshot) {
    self.query = query
    self.isListening = isListening
    self.auth = auth
    self.milliseconds = milliseconds
    self.root = root
  }
}

/// A write that somebody wants carried out, with the trees before and after it.
public struct WriteRequest {
  /// With every server value filled in.
  public let changes: [TreeWrite.Change]
  public let auth: Auth?
  /// The time, in milliseconds since 1970.
  public let milliseconds: Int64
  /// The tree without the write. Valid during the call only.
  public let before: CandidateView
  /// The tree as the write would leave it. Valid during the call only.
  public let after: CandidateView

  package init(changes: [TreeWrite.Change], auth: Auth?, milliseconds: Int64, before: CandidateView, after: CandidateView) {
    self.changes = changes
    self.auth = auth
    self.milliseconds = milliseconds
    self.before = before
    self.after = after
  }
}
