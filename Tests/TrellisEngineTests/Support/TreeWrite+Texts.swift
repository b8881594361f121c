import TrellisTree

extension TreeWrite {
  /// An update whose places are texts, `.priority` among them.
  static func update(_ path: TreePath, texts: [(String, Tree)]) throws -> TreeWrite { try update(path, members: texts) }
}
