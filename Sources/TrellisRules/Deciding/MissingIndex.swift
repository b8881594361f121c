public import TrellisTree

/// A query orders the children of a place by something that no `.indexOn` there names.
public struct MissingIndex: Sendable, Hashable, CustomStringConvertible {
  public let path: TreePath
  /// What `.indexOn` would have to name: a child, a path of children, or `.value`.
  public let name: String

  /// As the Realtime Database says it.
  public var description: String { "Index not defined, add \".indexOn\": \"\(name)\", for path \"\(place)\", to the rules" }

  private var place: String { path.keys.isEmpty ? "/" : "/" + path.keys.map(\.text).joined(separator: "/") }
}
