import TrellisPages
import TrellisTree

/// A field of whatever type, as the schema of a model sees it.
protocol AnyField: Sendable {
  var path: TreePath { get }
  var isRequired: Bool { get }
  /// Whether a model's node can be read with it.
  func isReadable(in node: TreeSnapshot) -> Bool
  func isAbsent(in node: TreeSnapshot) -> Bool
  var typeName: String { get }
}

extension Field: AnyField {
  var isRequired: Bool { presence == .required }
  var typeName: String { "\(Output.Stored.self)" }

  func isReadable(in node: TreeSnapshot) -> Bool {
    stored(in: node) != nil || isAbsent(in: node)
  }

  func isAbsent(in node: TreeSnapshot) -> Bool {
    place.rest.isEmpty ? !node.exists(at: place.key) : !node[path: place.path].exists
  }
}
