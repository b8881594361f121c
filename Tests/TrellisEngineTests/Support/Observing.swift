import TrellisDatabase
import TrellisEngine
import TrellisTree

/// How often a listener that is up to date, and does not look meanwhile, is told to look again by what `body` does.
func signals(
  to query: TreeQuery, in datastore: LocalDatastore, by body: @escaping @Sendable () async throws -> Void
) async throws -> Int {
  try await Task {
    var signals = datastore.observe(query, as: nil).start().changes.makeAsyncIterator()
    _ = try await signals.next()
    try await body()
    // A stream gives what it holds to a cancelled task too, which then does not wait for more.
    withUnsafeCurrentTask { $0?.cancel() }
    var count = 0
    while try await signals.next() != nil { count += 1 }
    return count
  }.value
}

/// All results that a listener gets, from the first one on, who looks after each of some changes. Every change must concern
/// it, so that it looks.
func results(
  of query: TreeQuery, from tree: Tree, after changes: [@Sendable (Database) async throws -> Void]
) async throws -> [QueryResult] {
  let looks = Counter()
  let database = try Database.inMemory(tree, policy: Policy.counting(reads: looks))
  let listener = Task {
    var results: [QueryResult] = []
    do {
      for try await result in database.observe(query) { results.append(result) }
    } catch TrellisError.Code.closed {}
    return results
  }
  await looks.reached(1)
  for (number, change) in changes.enumerated() {
    try await change(database)
    await looks.reached(number + 2)
  }
  try await database.close()
  return try await listener.value
}
