package import TrellisTree

extension Edit {
  /// Replaces the node at a path by what a JSON text says, `.value` and `.priority` included (data model §1.1).
  ///
  /// - Throws: `JSONError` with line, column and path when the text is refused; then nothing has changed. A server value
  ///   `.sv` is refused: what is stored is resolved.
  package mutating func set(_ path: [TreeKey], json: [UInt8], options: JSONOptions = JSONOptions()) throws(JSONError) {
    try place(path) { writer throws(JSONError) in try AnyMaker.arena(writer).read(json, options) }
  }
}

extension TreeSnapshot {
  /// A snapshot of what a JSON text says, in memory of its own.
  ///
  /// - Throws: `JSONError` with line, column and path, also for server values.
  package init(jsonBytes json: [UInt8], options: JSONOptions = JSONOptions()) throws(JSONError) {
    let scratch = ScratchMemory()
    self.init(scratch, try AnyMaker.scratch(scratch).read(json, options))
  }
}

extension AnyMaker {
  /// The node that a JSON text is; missing for null and for what comes to nothing.
  fileprivate func read(_ json: [UInt8], _ options: JSONOptions) throws(JSONError) -> Word {
    var scanner = JSONScanner(json, maximumDepth: options.maximumDepth)
    var builder = PageBuilder(self, options)
    do {
      try scanner.scan(into: &builder)
    } catch {
      builder.abandon()
      throw error
    }
    return builder.finish()
  }
}
