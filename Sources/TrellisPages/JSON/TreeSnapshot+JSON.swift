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
}

extension Word {
  /// JSON text of a node, good while `body` runs.
  func withJSON<R>(_ form: JSONForm, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    var writer = PageWriter()
    writer.append(self, form)
    return writer.finish(body)
  }
}
