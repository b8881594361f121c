import TrellisTree

/// Makes the tree of rules of a rules file, and finds everything that is wrong with it. (Rules §1, §2, §12.)
struct RulesReader {
  private let text: SourceText
  private var problems: [SourceProblem] = []
  private static let deepest = 64
  private static let longestExpression = 1 << 16
  private static let badKey = ##"String can't contain ".", "#", "$", "/", "[", or "]""##

  private init(_ text: SourceText) { self.text = text }

  static func read(_ text: String, mostBytes: Int) throws(RulesError) -> RuleNode {
    let source = SourceText(text)
    guard text.utf8.count <= mostBytes else {
      throw RulesError(problems: [RulesError.Problem(line: 1, column: 1, message: "The file has more than \(mostBytes) bytes.")])
    }
    var reader = RulesReader(source)
    do throws(SourceProblem) {
      let root = try reader.document()
      if reader.problems.isEmpty { return root }
    } catch {
      reader.problems = [error]
    }
    throw RulesError(problems: reader.problems.sorted { $0.offset < $1.offset }.map { source.problem($0) })
  }

  private mutating func document() throws(SourceProblem) -> RuleNode {
    var reader = RelaxedJSONReader(text.units)
    guard case .object(let members) = try reader.document().content else { throw SourceProblem(0, "Expected '{'.") }
    guard let rules = members.first(where: { $0.key.units.elementsEqual("rules".utf16) }) else {
      throw SourceProblem(
        members.first?.key.start ?? (text.units.firstIndex(of: UInt16(ascii: "{")) ?? 0) + 1, "Expected 'rules' property.")
    }
    for member in members where member.key.start != rules.key.start {
      throw SourceProblem(member.key.start, "Unexpected property '\(member.key.string)'.")
    }
    return node(rules.value, place: "", wildcards: [])
  }

  // MARK: Nodes

  private mutating func node(_ json: RelaxedJSON, place: String, wildcards: [String]) -> RuleNode {
    var rules: [RuleKind: Rule] = [:]
    var indexes: [String] = []
    var children: [(TreeKey, RuleNode)] = []
    var wildcard: (name: String, node: RuleNode)?
    guard case .object(let members) = json.content else {
      problems.append(SourceProblem(json.offset, "Expected '{'."))
      return RuleNode(read: nil, write: nil, validate: nil, indexes: [], children: [], wildcard: nil)
    }
    for member in members {
      let key = member.key.string
      switch key {
      case ".read", ".write", ".validate":
        guard let kind = RuleKind(rawValue: String(key.dropFirst())) else { continue }
        rules[kind] = rule(member.value, kind, name: "\(place)/\(key)", wildcards)
      case ".indexOn": indexes = self.indexes(member.value)
      default:
        guard case .object = member.value.content else {
          problems.append(SourceProblem(member.value.offset, "Expected '{'."))
          continue
        }
        if key.utf8.first == UInt8(ascii: "$") {
          if let first = wildcard {
            problems.append(SourceProblem(member.key.start, "Cannot have multiple default rules ('\(first.name)' and '\(key)')."))
          } else if let node = wildcardNode(member, place, wildcards) {
            wildcard = (key, node)
          }
        } else if let treeKey = try? TreeKey(key), !key.utf8.contains(UInt8(ascii: "/")) {
          guard wildcards.count + place.utf8.count(where: { $0 == UInt8(ascii: "/") }) < Self.deepest * 2 else {
            problems.append(SourceProblem(member.key.start, "Rules nest too deep."))
            continue
          }
          children.append((treeKey, node(member.value, place: "\(place)/\(key)", wildcards: wildcards)))
        } else {
          problems.append(SourceProblem(member.key.start, Self.badKey))
        }
      }
    }
    return RuleNode(
      read: rules[.read], write: rules[.write], validate: rules[.validate], indexes: indexes, children: children, wildcard: wildcard)
  }

  private mutating func wildcardNode(_ member: RelaxedJSON.Member, _ place: String, _ wildcards: [String]) -> RuleNode? {
    let name = member.key.string
    let rest = String(name.dropFirst())
    guard (try? TreeKey(rest)) != nil || rest.isEmpty, !rest.utf8.contains(UInt8(ascii: "/")) else {
      problems.append(SourceProblem(member.key.start, Self.badKey))
      return nil
    }
    if wildcards.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      problems.append(SourceProblem(member.key.start, "Wildcard '\(name)' is already declared by an ancestor."))
      return nil
    }
    guard wildcards.count < Self.deepest else {
      problems.append(SourceProblem(member.key.start, "Rules nest too deep."))
      return nil
    }
    return node(member.value, place: "\(place)/\(name)", wildcards: wildcards + [name])
  }

  // MARK: Rules

  private mutating func rule(_ json: RelaxedJSON, _ kind: RuleKind, name: String, _ wildcards: [String]) -> Rule? {
    let (units, offsets): ([UInt16], [Int])
    switch json.content {
    case .bool(let flag): (units, offsets) = (Array("\(flag)".utf16), [json.offset])
    case .string(let text): (units, offsets) = (text.units, text.offsets)
    default:
      problems.append(SourceProblem(json.offset, "Invalid rule expression.  Expected 'true', 'false', or an expression string."))
      return nil
    }
    guard units.count <= Self.longestExpression else {
      problems.append(SourceProblem(json.offset, "The expression has more than \(Self.longestExpression) characters."))
      return nil
    }
    do throws(SourceProblem) {
      let expression = try RuleCompiler.compile(units, as: kind, wildcards: wildcards)
      let positions = offsets.map { text.position($0) }
      let (line, column) = text.position(offsets[0])
      return Rule(kind: kind, expression: expression, name: name, line: line, column: column, positions: positions)
    } catch {
      problems.append(SourceProblem(offsets[min(max(error.offset, 0), offsets.count - 1)], error.message))
      return nil
    }
  }

  private mutating func indexes(_ json: RelaxedJSON) -> [String] {
    switch json.content {
    case .string(let text): return [text.string]
    case .array(let elements):
      let texts = elements.compactMap { element -> String? in if case .string(let text) = element.content { text.string } else { nil } }
      if texts.count == elements.count { return texts }
    default: break
    }
    problems.append(SourceProblem(json.offset, "Invalid indexOn expression. Must be either a string or an array of strings"))
    return []
  }
}
