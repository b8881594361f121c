public import TrellisTree

extension TreeSnapshot {
  /// The node as JSON text on one line, children in key order.
  public func json(_ form: JSONForm = .plain) -> String {
    withWord { $0.withJSON(form) { String(decoding: $0, as: UTF8.self) } }
  }

  /// The node as JSON text in UTF-8.
  package func jsonBytes(_ form: JSONForm = .plain) -> [UInt8] {
    withWord { $0.withJSON(form) { Array($0) } }
  }

  /// Writes the node as JSON text in UTF-8, piece by piece, so that it is never held as a whole.
  ///
  /// ```swift
  /// try snapshot.writeJSON(.export) { try file.write(contentsOf: $0) }
  /// ```
  /// - Parameter write: takes the next piece, of some 64 KB.
  /// - Throws: what `write` throws; it is not called again then.
  public func writeJSON(_ form: JSONForm = .plain, to write: (UnsafeRawBufferPointer) throws -> Void) throws {
    try withoutActuallyEscaping(write) { write in
      try withWord { word in
        var writer = PageWriter<any Error> { try write(UnsafeRawBufferPointer($0)) }
        do { try writer.append(word, form) } catch {
          writer.abandon()
          throw error
        }
        try writer.finish { try write(UnsafeRawBufferPointer($0)) }
      }
    }
  }
}

extension Word {
  /// JSON text of a node, good while `body` runs.
  func withJSON<R>(_ form: JSONForm, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    var writer = PageWriter<Never>()
    writer.append(self, form)
    return writer.finish(body)
  }
}
