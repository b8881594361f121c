/// Something wrong at a place in a text, counted in UTF-16 code units from 0.
struct SourceProblem: Error {
  let offset: Int
  let message: String

  init(_ offset: Int, _ message: String) {
    self.offset = offset
    self.message = message
  }
}
