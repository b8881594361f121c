import TrellisDatabase
import TrellisPages
import TrellisTree

/// The fields that a model class declares, found once by looking at an instance.
struct Schema: Sendable {
  let fields: [any AnyField]

  private static let known = Locked<[ObjectIdentifier: Schema]>([:])

  static func of(_ type: Model.Type) -> Schema {
    let id = ObjectIdentifier(type)
    if let schema = known.withLock({ $0[id] }) { return schema }
    let schema = Schema(type)
    known.withLock { $0[id] = schema }
    return schema
  }

  private init(_ type: Model.Type) {
    let example = type.init(snapshot: .unbound)
    var fields: [any AnyField] = []
    var mirror: Mirror? = Mirror(reflecting: example)
    while let current = mirror {
      fields += current.children.compactMap { $0.value as? any AnyField }
      mirror = current.superclassMirror
    }
    self.fields = fields
  }

  /// Whether every field can be read from a model's node.
  ///
  /// - Throws: `.typeMismatch` naming field and row.
  func requireReadable(_ node: TreeSnapshot, at path: TreePath) throws {
    guard node.exists else { return }
    for field in fields where !field.isReadable(in: node) {
      let place = path.appending(field.path)
      throw TrellisError(
        .typeMismatch, at: place,
        "the field is a \(field.typeName), but \(Self.shown(node[path: field.path])) is stored; correct the data, or declare the field otherwise"
      )
    }
    for field in fields where field.isRequired && field.isAbsent(in: node) {
      throw TrellisError(.typeMismatch, at: path.appending(field.path), "the field is required, but nothing is stored")
    }
  }

  /// Whether required fields would be there after a write.
  func requirePresent(in node: TreeSnapshot, at path: TreePath, unless isPartlyKnown: Bool) throws {
    guard !isPartlyKnown else { return }
    for field in fields where field.isRequired && field.isAbsent(in: node) {
      throw TrellisError(.invalid, at: path.appending(field.path), "the field is required; give it a value before saving")
    }
  }

  private static func shown(_ node: TreeSnapshot) -> String {
    guard let scalar = node.scalar else { return "a branch with \(node.count) children" }
    let text = scalar.description
    return text.utf8.count <= 60 ? text : text.prefix(40) + "…"
  }
}
