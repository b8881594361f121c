import Testing
import TrellisDatabase
import TrellisTree
import VectorSupport

@testable import TrellisRules

/// Checks that a file is what its suite reads.
func expectReadable(_ file: VectorFile) throws {
  let json = try file.read()
  #expect(json["version"]?.int == 1)
  #expect(json["cases"]?.elements.isEmpty == false)
}

/// What the files of rules have in common.
extension VectorFile {
  /// A member of a section; a name that begins with `$` stands for an entry there.
  func resolved(_ json: RawJSON, in section: RawJSON?) -> RawJSON {
    if let name = json.string, name.utf8.first == UInt8(ascii: "$") { return section?[name] ?? .null }
    return json
  }
}

extension Claim {
  init(_ json: RawJSON) {
    switch json {
    case .null: self = .null
    case .array(let elements): self = .list(elements.map { Claim($0) })
    case .object(let members): self = .object(members.map { Member($0.key, Claim($0.value)) })
    case .scalar(.bool(let flag)): self = .bool(flag)
    case .scalar(.int(let number)): self = .int(number)
    case .scalar(.double(let number)): self = .double(number)
    case .scalar(.string(let text)): self = .string(text)
    }
  }
}

extension Tree {
  /// A database as a write of all of it leaves it.
  static func database(_ json: RawJSON, now: Int64) throws -> Tree {
    var tree = Tree.null
    for change in try TreeWrite.set(.root, json.tree()).resolved(now: now, against: Tree.null) { tree.apply(change) }
    return tree
  }
}

extension RuleQuery {
  init(_ json: RawJSON?, isREST: Bool) {
    self.init()
    orderByChild = json?["orderByChild"]?.string
    orderByValue = json?["orderByValue"]?.bool ?? false
    orderByPriority = json?["orderByPriority"]?.bool ?? false
    orderByKey = json?["orderByKey"]?.bool ?? (isREST && orderByChild == nil && !orderByValue && !orderByPriority)
    startAt = json?["startAt"]?.scalar
    endAt = json?["endAt"]?.scalar
    equalTo = json?["equalTo"]?.scalar
    limitToFirst = json?["limitToFirst"]?.int
    limitToLast = json?["limitToLast"]?.int
  }
}
