import TrellisDatabase
import TrellisQueries
public import TrellisTree

/// Where a page of a query ended, and the next one begins: what the members are ordered by there, and the key.
///
/// A value that may be kept, encoded and handed out, for instance to a web page that asks for the next part. It belongs to queries of
/// the same collection, ordering and direction; what stands at it may be gone meanwhile.
public struct ModelCursor<M: Queryable>: Sendable, Hashable {
  let path: TreePath
  let ordering: TreeQuery.Ordering
  let isReversed: Bool
  let position: QueryPosition
  /// How many members are still to come, of a query with a limit.
  let rest: Int?

  /// The key of the last member of the page.
  public var key: TreeKey { position.key }
}

extension ModelCursor: Codable {
  private enum CodingKeys: String, CodingKey { case path, order, isReversed = "reversed", value, isBranch = "branch", key, rest }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    path = try container.decode(TreePath.self, forKey: .path)
    ordering = try Self.ordering(try container.decode(String.self, forKey: .order), container)
    isReversed = try container.decode(Bool.self, forKey: .isReversed)
    rest = try container.decodeIfPresent(Int.self, forKey: .rest)
    let text = try container.decodeIfPresent(String.self, forKey: .value)
    let value: Tree.Scalar?
    do throws(JSONError) { value = try text.map { text throws(JSONError) in try Tree(json: text) }?.scalar } catch {
      throw DecodingError.dataCorruptedError(forKey: .value, in: container, debugDescription: "no value to order by: \(error)")
    }
    position = QueryPosition(
      value: value, isBranch: try container.decode(Bool.self, forKey: .isBranch), key: try container.decode(TreeKey.self, forKey: .key))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encode(order, forKey: .order)
    try container.encode(isReversed, forKey: .isReversed)
    try container.encodeIfPresent(rest, forKey: .rest)
    try container.encodeIfPresent(position.value.map { Tree($0).json(.export) }, forKey: .value)
    try container.encode(position.isBranch, forKey: .isBranch)
    try container.encode(position.key, forKey: .key)
  }

  /// The ordering as text. No key begins with `$`.
  private var order: String {
    switch ordering {
    case .priority: "$priority"
    case .key: "$key"
    case .value: "$value"
    case .child(let path): path.description
    }
  }

  private static func ordering(
    _ text: String, _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> TreeQuery.Ordering {
    switch text {
    case "$priority": return .priority
    case "$key": return .key
    case "$value": return .value
    default:
      do throws(TreePath.Invalid) { return .child(try TreePath(text)) } catch {
        throw DecodingError.dataCorruptedError(forKey: .order, in: container, debugDescription: "no ordering: \(error)")
      }
    }
  }
}
