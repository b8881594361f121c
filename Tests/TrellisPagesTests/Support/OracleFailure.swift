/// A check has found something.
struct OracleFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

@inline(__always)
func require(_ holds: Bool, _ message: @autoclosure () -> String) throws(OracleFailure) {
  if !holds { throw OracleFailure(message()) }
}
