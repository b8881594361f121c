import TrellisPages
import TrellisTree

/// A field of whatever type, as the schema of a model sees it.
protocol AnyField: Sendable {
  var path: TreePath { get }
  /// Where the field is, when that is a child of the node itself by a short key, and always was.
  var key: TreeKey? { get }
  var isRequired: Bool { get }
  var maintained: MaintainedTime? { get }
  var plainKinds: FieldKinds { get }
  /// What stands in the database for it.
  var storedType: any FieldValue.Type { get }
  /// Whether a model's node can be read with it.
  func isReadable(in node: TreeSnapshot) -> Bool
  func isAbsent(in node: TreeSnapshot) -> Bool
  /// Whether it once had another name.
  var isRenamed: Bool { get }
  /// What it reads as, as that would be stored; nothing when that cannot be stored.
  func reading(of node: TreeSnapshot) -> Tree
  /// Moves what stands under a former name.
  func adopt(in model: Model)
  var typeName: String { get }
}

extension Field: AnyField {
  var key: TreeKey? { extra == nil ? shortKey : nil }
  var isRequired: Bool { presence == .required }
  var maintained: MaintainedTime? { extra?.maintained }
  var isRenamed: Bool { extra?.former.isEmpty == false }
  var plainKinds: FieldKinds { Output.Stored.plainKinds }
  var storedType: any FieldValue.Type { Output.Stored.self }
  var typeName: String { "\(Output.Stored.self)" }

  func isReadable(in node: TreeSnapshot) -> Bool {
    if stored(in: node) != nil { return true }
    if !isAbsentHere(in: node) { return false }
    return former(in: node).map { Output.output(of: node[path: $0], keys: keys) != nil } ?? true
  }

  func isAbsent(in node: TreeSnapshot) -> Bool { isAbsentHere(in: node) && former(in: node) == nil }

  private func isAbsentHere(in node: TreeSnapshot) -> Bool {
    guard let extra else { return !node.exists(at: shortKey) }
    return !node[path: extra.place.path].exists
  }

  /// Where the field stands under a former name; nil when it stands under none.
  private func former(in node: TreeSnapshot) -> TreePath? { extra?.former.lazy.map(\.path).first { node[path: $0].exists } }

  func reading(of node: TreeSnapshot) -> Tree {
    do { return try output(in: node).outputTree(keys: keys) } catch { return .null }
  }

  func adopt(in model: Model) {
    let node = model.unobservedNode
    guard isAbsentHere(in: node), let former = former(in: node) else { return }
    model.stage(path) { node[path: former].tree }
    model.stage(former) { .null }
  }

  /// Whether the value stands under a former name only.
  func isFormer(in node: TreeSnapshot) -> Bool { isAbsentHere(in: node) && former(in: node) != nil }

  func formerlyStored(in node: TreeSnapshot) -> Output? {
    guard isAbsentHere(in: node) else { return nil }
    return former(in: node).flatMap { Output.output(of: node[path: $0], keys: keys) }
  }
}
