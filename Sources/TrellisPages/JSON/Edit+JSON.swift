package import TrellisTree

extension Edit {
  /// Replaces the node at a path by what a JSON text says, `.value` and `.priority` included (data model §1.1).
  ///
  /// - Throws: `JSONError` with line, column and path when the text is refused; then nothing has changed. A server value
  ///   `.sv` is refused: what is stored is resolved.
  @discardableResult
  package mutating func set(_ path: [TreeKey], json: [UInt8], options: JSONOptions = JSONOptions()) throws(JSONError) -> JSONExtent {
    var extent = JSONExtent()
    try place(path) { writer throws(JSONError) in
      let read = try writer.read(options) { builder throws(JSONError) in _ = try builder.take(json, isLast: true) }
      extent = read.extent
      return read.word
    }
    return extent
  }

  /// The same for a text that comes in pieces, so that it is never held as a whole.
  ///
  /// - Parameter next: the next piece, of any length above zero; nil when there is none. It runs while the edit is open.
  /// - Throws: `JSONError`, or what `next` throws; then nothing has changed.
  @discardableResult
  package mutating func set(
    _ path: [TreeKey], jsonPieces next: () throws -> [UInt8]?, options: JSONOptions = JSONOptions()
  ) throws -> JSONExtent {
    var extent = JSONExtent()
    try place(path) { writer in
      let read = try writer.read(options) { builder in try builder.take(next) }
      extent = read.extent
      return read.word
    }
    return extent
  }
}

extension TreeSnapshot {
  /// A snapshot of what a JSON text says, in memory of its own.
  ///
  /// - Throws: `JSONError` with line, column and path, also for server values.
  package init(jsonBytes json: [UInt8], options: JSONOptions = JSONOptions()) throws(JSONError) {
    let scratch = ScratchMemory()
    let read = try scratch.read(options) { builder throws(JSONError) in _ = try builder.take(json, isLast: true) }
    self.init(scratch, read.word)
  }
}

extension BlockMaker {
  /// The node that a builder makes of what `body` gives it; missing for null and for what comes to nothing.
  fileprivate func read<Failure: Error>(
    _ options: JSONOptions, _ body: (inout PageBuilder<Self>) throws(Failure) -> Void
  ) throws(Failure) -> (word: Word, extent: JSONExtent) {
    var builder = PageBuilder(self, options)
    do throws(Failure) { try body(&builder) } catch {
      builder.abandon()
      throw error
    }
    return (builder.finish(), builder.extent)
  }
}

extension PageBuilder {
  /// Takes a text that comes in pieces. Of each only what begins a token that ends in the next one is kept.
  fileprivate mutating func take(_ next: () throws -> [UInt8]?) throws {
    var rest: [UInt8] = []
    while let piece = try next() {
      rest += piece
      rest.removeFirst(try take(rest, isLast: false))
    }
    _ = try take(rest, isLast: true)
  }
}
