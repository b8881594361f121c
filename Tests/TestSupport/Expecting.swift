package import Testing
package import TrellisDatabase
package import TrellisTree

/// Runs what must throw a `TrellisError` of a kind that names a place and says certain words, and gives it for a closer look.
@discardableResult
package func expectError<Value>(
  _ code: TrellisError.Code, at path: TreePath? = nil, saying words: [String] = [], isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
) async -> TrellisError? {
  do {
    _ = try await body()
    Issue.record("no error was thrown, but \(code) is expected", sourceLocation: sourceLocation)
  } catch let error as TrellisError {
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    if let path { #expect(error.path == path, "\(error)", sourceLocation: sourceLocation) }
    for word in words { #expect(error.message.contains(word), "\(error)", sourceLocation: sourceLocation) }
    #expect(!error.message.isEmpty, sourceLocation: sourceLocation)
    return error
  } catch {
    Issue.record("\(code) is expected, not \(error)", sourceLocation: sourceLocation)
  }
  return nil
}
