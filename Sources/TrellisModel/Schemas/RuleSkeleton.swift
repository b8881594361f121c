import TrellisTree

/// A rules file that is being made: what stands at a place and below it.
struct RuleSkeleton {
  private var rules: [(kind: String, json: String)] = []
  private var children: [TreeKey: RuleSkeleton] = [:]
  /// For all members of a collection.
  private var members: [RuleSkeleton] = []
  private var indexes: [TreePath] = []

  mutating func add(_ model: any CollectionMember.Type) {
    let fields = Schema.of(model).anyFields
    change(at: model.collection.keys[...]) { collection in
      if collection.rules.isEmpty { collection.rules = [(".read", "false"), (".write", "false")] }
      for field in fields where StoredForm(of: field.storedType).isScalar && !collection.indexes.contains(field.path) {
        collection.indexes.append(field.path)
      }
      if collection.members.isEmpty { collection.members = [RuleSkeleton()] }
      for field in fields { collection.members[0].add(field) }
    }
  }

  private mutating func add(_ field: any AnyField) {
    if field.isRequired, !required.contains(field.path) { required.append(field.path) }
    guard let rule = StoredForm(of: field.storedType).rule else { return }
    change(at: field.path.keys[...]) { place in
      if place.rules.isEmpty { place.rules = [(".validate", Self.json(rule))] }
    }
  }

  private var required: [TreePath] = []

  private mutating func change(at keys: ArraySlice<TreeKey>, _ body: (inout RuleSkeleton) -> Void) {
    guard let first = keys.first else { return body(&self) }
    children[first, default: RuleSkeleton()].change(at: keys.dropFirst(), body)
  }

  // MARK: As text

  var text: String { "{\n  \"rules\": \(text(1))\n}\n" }

  private func text(_ depth: Int) -> String {
    var lines: [String] = []
    if !indexes.isEmpty { lines.append("\".indexOn\": [\(indexes.sorted().map { Self.json(Self.name($0)) }.joined(separator: ", "))]") }
    lines += rules.map { "\"\($0.kind)\": \($0.json)" }
    if !required.isEmpty {
      let names = required.sorted().map { Self.quoted(Self.name($0)) }.joined(separator: ", ")
      lines.append("\".validate\": \(Self.json("newData.hasChildren([\(names)])"))")
    }
    lines += members.map { "\"$key\": \($0.text(depth + 1))" }
    lines += children.sorted { $0.key < $1.key }.map { "\(Self.json($0.key.text)): \($0.value.text(depth + 1))" }
    if lines.isEmpty { return "{}" }
    let indent = String(repeating: "  ", count: depth)
    return "{\n" + lines.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)}"
  }

  private static func name(_ path: TreePath) -> String { path.keys.map(\.text).joined(separator: "/") }

  private static func json(_ text: String) -> String { Tree.string(text).json() }

  /// A text of the rules language.
  static func quoted(_ text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
  }
}
