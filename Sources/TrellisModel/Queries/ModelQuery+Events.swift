public import TrellisDatabase

extension ModelQuery {
  /// What happens to the members found, without models and in the datastore's order: as the Realtime Database tells it. Nothing is
  /// included, and nothing is left out.
  ///
  /// - Throws: `.invalid` for an impossible query.
  public func events() throws -> QueryEvents { database.events(of: try plan.get()) }
}
