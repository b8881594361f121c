import TrellisPages
import TrellisTree

/// A field of whatever type, as the schema of a model sees it.
protocol AnyField: Sendable {
  var path: TreePath { get }
  /// Where the field is, when that is a child of the node itself.
  var key: TreeKey? { get }
  var isRequired: Bool { get }
  var plainKinds: FieldKinds { get }
  /// Whether a model's node can be read with it.
  func isReadable(in node: TreeSnapshot) -> Bool
  func isAbsent(in node: TreeSnapshot) -> Bool
  var typeName: String { get }
}

extension Field: AnyField {
  var key: TreeKey? { place.deep == nil ? place.key : nil }
  var isRequired: Bool { presence == .required }
  var plainKinds: FieldKinds { Output.Stored.plainKinds }
  var typeName: String { "\(Output.Stored.self)" }

  func isReadable(in node: TreeSnapshot) -> Bool {
    stored(in: node) != nil || isAbsent(in: node)
  }

  func isAbsent(in node: TreeSnapshot) -> Bool {
    if let deep = place.deep { return !node[path: deep].exists }
    return !node.exists(at: place.key)
  }
}
