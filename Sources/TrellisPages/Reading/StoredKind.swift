package import TrellisTree

/// What is stored at a place, without reading it.
package enum StoredKind: UInt8, Sendable {
  case nothing, bool, integer, double, string, branch
}

extension TreeSnapshot {
  /// What is stored under a child's key.
  package func kind(at key: TreeKey) -> StoredKind {
    withWord { node in key.withWords { node.entry($0) }.storedKind }
  }
}

extension Word {
  var storedKind: StoredKind {
    if isPage, childCount > 0 { return .branch }
    let word = leaf
    if word == .missing { return .nothing }
    if word.bool != nil { return .bool }
    switch word.bits >> 48 {
    case 0: return word.kind == .string ? .string : .integer
    case Self.integerTop: return .integer
    case Self.shortStringTop: return .string
    default: return .double
    }
  }
}
