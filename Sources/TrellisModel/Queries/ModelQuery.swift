public import TrellisDatabase
import TrellisQueries
import TrellisTree

/// A query over one collection: what to order by, one range, one limit. A value; build it anywhere, run it anywhere.
///
/// ```swift
/// try await Artist.where(\.$country, equals: "US").first(10).fetch()
/// try await Artist.where(\.$lastName, in: "S"..."T").fetchFirst()
/// for try await current in Mural.ordered(by: \.$likes).last(5).observe() { … }
/// ```
/// Ordering and range are fixed when it is made, because the datastore takes one of each: a second `where` does not compile.
/// Filter further in plain Swift on what was fetched.
public struct ModelQuery<M: Queryable>: Sendable {
  public let database: Database
  /// What the datastore is asked, or why it cannot be; running the query throws that.
  let plan: Result<TreeQuery, TrellisError>
  let skipsUnreadable: Bool

  init(_ database: Database, skipsUnreadable: Bool = false, _ make: () throws(TreeQuery.Invalid) -> TreeQuery) {
    self.database = database
    self.skipsUnreadable = skipsUnreadable
    do throws(TreeQuery.Invalid) {
      plan = .success(try make())
    } catch {
      plan = .failure(TrellisError(error, at: M.collection))
    }
  }

  private init(_ database: Database, _ plan: Result<TreeQuery, TrellisError>, skipsUnreadable: Bool) {
    self.database = database
    self.plan = plan
    self.skipsUnreadable = skipsUnreadable
  }

  func changing(_ change: (TreeQuery) throws(TreeQuery.Invalid) -> TreeQuery) -> ModelQuery {
    guard case .success(let query) = plan else { return self }
    return ModelQuery(database, skipsUnreadable: skipsUnreadable) { () throws(TreeQuery.Invalid) in try change(query) }
  }
}

extension ModelQuery {
  /// At most this many members from the start.
  public func first(_ count: Int) -> ModelQuery { changing { query throws(TreeQuery.Invalid) in try query.first(count) } }

  /// At most this many members from the end, in ascending order.
  public func last(_ count: Int) -> ModelQuery { changing { query throws(TreeQuery.Invalid) in try query.last(count) } }

  /// Leaves out members with a field that cannot be read, instead of throwing for them.
  public func skippingUnreadable() -> ModelQuery { ModelQuery(database, plan, skipsUnreadable: true) }

  /// The members found, in the query's order, all of one version of the tree.
  ///
  /// - Throws: `.typeMismatch` naming field and row when one cannot be read; `.invalid` for an impossible query.
  public func fetch() async throws -> sending [M] {
    try models(try await database.get(plan.get()))
  }

  /// The first member found; nil when there is none.
  public func fetchFirst() async throws -> sending M? {
    var query = try plan.get()
    switch query.limit {
    case nil, .first?: if !skipsUnreadable { query = query.limited(toFirst: 1) }
    case .last?: break
    }
    return try models(try await database.get(query)).first
  }

  /// How many members it finds.
  public func count() async throws -> Int { try await database.get(plan.get()).count }

  func models(_ result: QueryResult) throws -> sending [M] {
    let schema = Schema.of(M.self)
    var models: [M] = []
    models.reserveCapacity(result.count)
    for (key, node) in result {
      let path = M.collection.appending(key)
      do { try schema.requireReadable(node, at: path) } catch {
        if skipsUnreadable { continue }
        throw error
      }
      models.append(M(snapshot: Snapshot(database: database, path: path, node: node)))
    }
    return models
  }
}
