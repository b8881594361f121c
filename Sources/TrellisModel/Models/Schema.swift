import TrellisDatabase
import TrellisPages
import TrellisTree

/// The fields that a model class declares, found once by looking at an instance.
struct Schema: Sendable {
  private let fields: [Entry]

  /// A field, with what most checks need of it.
  private final class Entry: Sendable {
    let field: any AnyField
    let key: TreeKey?
    let plainKinds: FieldKinds
    let isRequired: Bool

    init(_ field: any AnyField) {
      self.field = field
      key = field.key
      isRequired = field.isRequired
      plainKinds = field.plainKinds
    }

    /// Whether a look at the kind of what is stored settles it.
    func isPlain(in node: TreeSnapshot) -> Bool {
      guard let key else { return false }
      let kind = node.kind(at: key)
      return kind == .nothing ? !isRequired : plainKinds.contains(FieldKinds(kind))
    }
  }

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
    var fields: [Entry] = []
    var mirror: Mirror? = Mirror(reflecting: example)
    while let current = mirror {
      for case let field as any AnyField in current.children.map(\.value) { fields.append(Entry(field)) }
      mirror = current.superclassMirror
    }
    self.fields = fields
  }

  /// Whether every field can be read from a model's node.
  ///
  /// - Throws: `.typeMismatch` naming field and row.
  func requireReadable(_ node: TreeSnapshot, at path: TreePath) throws {
    guard node.exists else { return }
    for entry in fields where !entry.isPlain(in: node) { try requireReadable(entry.field, node, at: path) }
  }

  private func requireReadable(_ field: any AnyField, _ node: TreeSnapshot, at path: TreePath) throws {
    if !field.isReadable(in: node) {
      let place = path.appending(path: field.path)
      throw TrellisError(
        .typeMismatch, at: place,
        "the field is a \(field.typeName), but \(Self.shown(node[path: field.path])) is stored; correct the data, or declare the field otherwise"
      )
    }
    if field.isRequired, field.isAbsent(in: node) {
      throw TrellisError(.typeMismatch, at: path.appending(path: field.path), "the field is required, but nothing is stored")
    }
  }

  /// Whether required fields would be there after a write.
  func requirePresent(in node: TreeSnapshot, at path: TreePath, unless isPartlyKnown: Bool) throws {
    guard !isPartlyKnown else { return }
    for entry in fields where entry.isRequired && entry.field.isAbsent(in: node) {
      throw TrellisError(.invalid, at: path.appending(path: entry.field.path), "the field is required; give it a value before saving")
    }
  }

  private static func shown(_ node: TreeSnapshot) -> String {
    guard let scalar = node.scalar else { return "a branch with \(node.count) children" }
    let text = scalar.description
    return text.utf8.count <= 60 ? text : text.prefix(40) + "…"
  }
}
