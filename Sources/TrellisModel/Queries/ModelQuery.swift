public import TrellisDatabase
import TrellisPages
import TrellisQueries
import TrellisTree

/// A query over one collection: what to order by, one range, one limit. A value; build it anywhere, run it anywhere.
///
/// ```swift
/// try await Artist.where(\.$country, equals: "US").first(10).fetch()
/// try await Artist.where(\.$lastName, in: "S"..."T").fetchFirst()
/// for try await current in Mural.ordered(by: \.$likes).reversed().first(5).observe() { … }
/// ```
/// Ordering and range are fixed when it is made, because the datastore takes one of each: a second `where` does not compile.
/// Filter further in plain Swift on what was fetched.
///
/// ## Topics
/// - Which members: `first(_:)`, `last(_:)`, `after(_:)`, `reversed()`, `skippingUnreadable()`
/// - What comes with them: `including(_:)`
/// - Asking: `fetch()`, `fetchFirst()`, `count()`, `exists()`, `page(of:)`, `pages(of:)`
/// - Following: `observe()`, `changes()`, `LiveQuery`
public struct ModelQuery<M: Queryable>: Sendable {
  public let database: Database
  /// What the datastore is asked, or why it cannot be; running the query throws that.
  private(set) var plan: Result<TreeQuery, TrellisError>
  private(set) var skipsUnreadable = false
  /// Whether the members come in descending order. The plan, and what the datastore answers, is ascending all the same.
  private(set) var isReversed = false
  var prefetches: [Prefetch] = []

  init(_ database: Database, at collection: TreePath, _ make: () throws(TreeQuery.Invalid) -> TreeQuery) {
    self.database = database
    do throws(TreeQuery.Invalid) {
      plan = .success(try make())
    } catch {
      plan = .failure(TrellisError(error, at: collection))
    }
  }

  func changing(_ change: (TreeQuery) throws(TreeQuery.Invalid) -> TreeQuery) -> ModelQuery {
    guard case .success(let plan) = plan else { return self }
    var query = self
    do throws(TreeQuery.Invalid) {
      query.plan = .success(try change(plan))
    } catch {
      query.plan = .failure(TrellisError(error, at: plan.path))
    }
    return query
  }

  func failing(_ error: TrellisError) -> ModelQuery {
    guard case .success = plan else { return self }
    var query = self
    query.plan = .failure(error)
    return query
  }
}

extension ModelQuery {
  /// At most this many members from the start.
  public func first(_ count: Int) -> ModelQuery { isReversed ? limited(toLast: count) : limited(toFirst: count) }

  /// At most this many members from the end, in the query's order.
  public func last(_ count: Int) -> ModelQuery { isReversed ? limited(toFirst: count) : limited(toLast: count) }

  private func limited(toFirst count: Int) -> ModelQuery { changing { query throws(TreeQuery.Invalid) in try query.first(count) } }
  private func limited(toLast count: Int) -> ModelQuery { changing { query throws(TreeQuery.Invalid) in try query.last(count) } }

  /// The same members the other way round: by keys made by the database, newest first.
  ///
  /// ```swift
  /// let newest = try await Mural.orderedByKey().reversed().first(20).fetch()
  /// let best = try await Mural.ordered(by: \.$likes).reversed().first(3).fetch()
  /// ```
  /// What is said of first and last from then on counts in that order.
  public func reversed() -> ModelQuery {
    var query = self
    query.isReversed.toggle()
    return query
  }

  /// Leaves out members with a field that cannot be read, instead of throwing for them.
  public func skippingUnreadable() -> ModelQuery {
    var query = self
    query.skipsUnreadable = true
    return query
  }

  /// The members found, in the query's order, all of one version of the tree.
  ///
  /// - Throws: `.typeMismatch` naming field and row when one cannot be read; `.invalid` for an impossible query.
  public func fetch() async throws -> sending [M] {
    let result = try await database.get(plan.get())
    return try models(result, try await prefetched(for: result))
  }

  /// The first member found; nil when there is none.
  public func fetchFirst() async throws -> sending M? {
    var query = self
    if !skipsUnreadable, let plan = try? plan.get() {
      // The first of the last few is not the last one.
      switch (plan.limit, isReversed) {
      case (nil, _), (.first?, false), (.last?, true): query.plan = .success(plan.limited(to: isReversed ? .last(1) : .first(1)))
      default: break
      }
    }
    return try await query.fetch().first
  }

  /// How many members it finds, also those that cannot be read.
  public func count() async throws -> Int { try await database.get(plan.get()).count }

  /// Whether it finds any member.
  public func exists() async throws -> Bool {
    let plan = try plan.get()
    return try await !database.get(plan.limit == nil ? plan.limited(toFirst: 1) : plan).isEmpty
  }

  /// Models of rows, in the query's order.
  func models(_ result: QueryResult, _ prefetched: Prefetched? = nil) throws -> sending [M] {
    let schema = Schema.of(M.self)
    let collection = result.query.path
    var models: [M] = []
    models.reserveCapacity(result.count)
    for (key, node) in result {
      do { try schema.requireReadable(node, at: collection.appending(key)) } catch {
        if skipsUnreadable { continue }
        throw error
      }
      let model = M(snapshot: Snapshot(database: database, collection: collection, key: key, node: node, source: result.source))
      model.prefetched = prefetched
      models.append(model)
    }
    if isReversed { models.reverse() }
    return models
  }

  func prefetched(for result: QueryResult) async throws -> Prefetched? {
    prefetches.isEmpty ? nil : try await prefetched(for: result.lazy.map(\.node))
  }
}
