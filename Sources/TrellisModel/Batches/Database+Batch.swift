public import TrellisDatabase
import TrellisTree

extension Database {
  /// Writes changes of several models as one commit: all of them or nothing, and nobody sees a part of them.
  ///
  /// ```swift
  /// let mural = try await database.batch { batch in
  ///   let ana = try batch.insert(Artist.self) { $0.firstName = "Ana" }
  ///   let mural = try batch.insert(Mural.self) { $0.name = "The wave" }
  ///   try batch.add(ana, to: mural.artists)
  ///   try batch.increment(city, \.$murals)
  ///   return mural
  /// }
  /// ```
  /// The closure only notes what is to be written; it runs once. When it throws, or the write is refused, nothing is written, drafts
  /// are drafts again, and pending changes of the models stay pending. A task that is cancelled before writes nothing; from when the
  /// datastore has taken the write, it is carried out and told as what it is, whether the task is cancelled or not.
  ///
  /// - Returns: what the closure returns, once the commit is as durable as the database promises.
  /// - Throws: what the closure throws; `.conflict` naming the place when a condition of an insert, a link or `require(_:)` does not
  ///   hold; else as `write(_:)`.
  @discardableResult
  public func batch<Value>(_ body: (inout ModelBatch) throws -> Value) async throws -> Value {
    var batch = ModelBatch(self)
    do {
      let value = try body(&batch)
      try Task.checkCancellation()
      if !batch.write.isEmpty { batch.settle(CommittedPlaces(try await write(try batch.write.made()))) }
      return value
    } catch {
      batch.takeBack()
      throw error
    }
  }
}
