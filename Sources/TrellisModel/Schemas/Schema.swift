import TrellisDatabase
import TrellisPages
import TrellisTree

/// The fields that a model class declares, found once by looking at an instance.
final class Schema: Sendable {
  /// Every field, those of the class before those of its superclasses.
  let anyFields: [any AnyField]
  /// What a look at the kinds of what is stored tells of them, in the same order.
  private let glances: [Glance]
  private let parts: [any AnyParts]
  /// Links that carry something which can be unreadable.
  private let valueLinks: [any AnyLinks]
  /// The relations of which the other side keeps a map, too.
  let inverses: [Relation]
  /// The fields that once had another name.
  let renamed: [any AnyField]
  /// Whether there are fields that must be there.
  let hasRequired: Bool
  /// The places of times that writes fill in by themselves: when a model is inserted, and when it is saved.
  private let maintained: (inserting: [TreePath], saving: [TreePath])

  /// What most checks need of a field: all of it plain numbers, because every row of every query is checked.
  private struct Glance {
    /// The words of a short key; nothing when only the field itself can tell.
    let words: (UInt64, UInt64, UInt64)?
    let plainKinds: FieldKinds
    let isRequired: Bool

    init(_ field: any AnyField) {
      words = field.key.map { ($0.word0, $0.word1, $0.word2) }
      isRequired = field.isRequired
      plainKinds = field.plainKinds
    }

    /// Whether a look at the kind of what is stored settles it.
    func settles(_ node: TreeSnapshot) -> Bool {
      guard let words else { return false }
      let kind = node.kind(at: TreeKey(word0: words.0, word1: words.1, word2: words.2))
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
    var fields: [any AnyField] = []
    var links: [any AnyLinks] = []
    var parts: [any AnyParts] = []
    var mirror: Mirror? = Mirror(reflecting: example)
    while let current = mirror {
      for property in current.children.map(\.value) {
        switch property {
        case let field as any AnyField: fields.append(field)
        case let found as any AnyLinks: links.append(found)
        case let part as any AnyParts: parts.append(part)
        default: break
        }
      }
      mirror = current.superclassMirror
    }
    anyFields = fields
    glances = fields.map { Glance($0) }
    self.parts = parts
    valueLinks = links.filter(\.carryValues)
    inverses = links.map(\.relation).filter { $0.inverse != nil }
    renamed = fields.filter(\.isRenamed)
    hasRequired = fields.contains(where: \.isRequired)
    let times = fields.filter { $0.maintained != nil }
    maintained = (times.map(\.path), times.filter { $0.maintained == .onSave }.map(\.path))
  }

  /// What each field of a model reads as, as it would be stored.
  func readings(of node: TreeSnapshot) -> [TreePath: Tree] {
    Dictionary(anyFields.map { ($0.path, $0.reading(of: node)) }) { first, _ in first }
  }

  /// The models nested in one.
  func parts(of model: Model) -> [Model] { parts.flatMap { $0.parts(of: model) } }

  /// The places of times that a write fills in by itself.
  func maintained(isNew: Bool) -> [TreePath] {
    isNew ? maintained.inserting : maintained.saving
  }

  /// Whether every field can be read from a model's node.
  ///
  /// - Throws: `.typeMismatch` naming field and row.
  func requireReadable(_ node: TreeSnapshot, at path: @autoclosure () -> TreePath) throws {
    guard node.exists else { return }
    for i in glances.indices where !glances[i].settles(node) { try requireReadable(anyFields[i], node, at: path()) }
    for links in valueLinks { try requireReadable(links, node, at: path()) }
  }

  /// All that cannot be read of a model's node, where `requireReadable` throws the first.
  func problems(of node: TreeSnapshot, at path: TreePath) -> [TrellisError] {
    func problem(_ check: () throws(TrellisError) -> Void) -> TrellisError? {
      do throws(TrellisError) { try check() } catch { return error }
      return nil
    }
    return anyFields.compactMap { field in problem { () throws(TrellisError) in try requireReadable(field, node, at: path) } }
      + valueLinks.compactMap { links in problem { () throws(TrellisError) in try requireReadable(links, node, at: path) } }
  }

  private func requireReadable(_ links: any AnyLinks, _ node: TreeSnapshot, at path: TreePath) throws(TrellisError) {
    guard let (place, typeName) = links.unreadableLink(in: node) else { return }
    throw TrellisError(
      .typeMismatch, at: path.appending(path: place),
      "the link carries a \(typeName), or true, but \(Self.shown(node[path: place])) is stored; correct the data, or declare the links otherwise"
    )
  }

  private func requireReadable(_ field: any AnyField, _ node: TreeSnapshot, at path: TreePath) throws(TrellisError) {
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

  /// Places of required fields that would not be there after a write.
  func absent(in node: TreeSnapshot) -> [TreePath] {
    anyFields.filter { $0.isRequired && $0.isAbsent(in: node) }.map(\.path)
  }

  private static func shown(_ node: TreeSnapshot) -> String {
    guard let scalar = node.scalar else { return "a branch with \(node.count) children" }
    let text = scalar.description
    return text.utf8.count <= 60 ? text : text.prefix(40) + "…"
  }
}
