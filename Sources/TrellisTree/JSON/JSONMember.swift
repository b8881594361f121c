/// What the key of an object's member says (data model §1.1).
package enum JSONMember {
  case child(TreeKey)
  case value
  case priority
  case serverValue
  case skipped

  package init(_ utf8: ArraySlice<UInt8>, _ options: JSONOptions) throws(JSONProblem) {
    if utf8.first == UInt8(ascii: ".") {
      self = try JSONMember.reserved(utf8, options)
      return
    }
    if !TreePath.Invalid.isLegalKey(utf8) { throw JSONMember.illegal(utf8) }
    self = .child(TreeKey.encode(utf8))
  }

  private static func reserved(_ utf8: ArraySlice<UInt8>, _ options: JSONOptions) throws(JSONProblem) -> JSONMember {
    if utf8.elementsEqual(".priority".utf8) { return .priority }
    if utf8.elementsEqual(".value".utf8) { return .value }
    if utf8.elementsEqual(".sv".utf8) { return .serverValue }
    if options.dotKeys == .skip { return .skipped }
    throw JSONProblem(
      .invalidKey, "the key \"\(String(decoding: utf8, as: UTF8.self))\" begins with a dot; only .value, .priority and .sv may")
  }

  private static func illegal(_ utf8: ArraySlice<UInt8>) -> JSONProblem {
    let error = TreePath.Invalid.explain(key: String(decoding: utf8, as: UTF8.self))
    return JSONProblem(error.reason == .tooLong ? .pathTooLong : .invalidKey, error.description)
  }
}
