struct DatabaseError: Error, CustomStringConvertible {
  let code: Int32
  let message: String

  var description: String { "\(code): \(message)" }
}
