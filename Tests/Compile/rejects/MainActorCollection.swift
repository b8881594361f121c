// A main-actor model must keep its collection off the main actor.
// expect-error: conformance of 'Artist' to protocol 'CollectionMember' crosses into main actor-isolated code
import Trellis

@MainActor class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
}
