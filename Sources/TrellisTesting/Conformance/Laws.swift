import Testing
import Trellis

/// How the laws of a conformance say that one is broken: as an issue of the test that runs them.
struct Laws {
  let sourceLocation: SourceLocation

  func check(_ holds: Bool, _ law: @autoclosure () -> String) {
    if !holds { broken(law()) }
  }

  func broken(_ law: String) { Issue.record("\(law)", sourceLocation: sourceLocation) }

  /// Something must throw a `TrellisError` of a kind.
  func check(throwing code: TrellisError.Code, _ law: String, _ body: () async throws -> Void) async {
    do {
      try await body()
      broken("\(law): nothing was thrown, but \(code) is to be")
    } catch let error as TrellisError where error.code == code {
    } catch {
      broken("\(law): \(code) is to be thrown, not \(error)")
    }
  }

  /// What is stored at a place, as text that tells numbers and priorities apart.
  func json(_ path: TreePath, _ database: Database) async throws -> String { try await database.get(path).json(.export) }
}
