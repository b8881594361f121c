// A model that is queried says where its members are.
// expect-error: type 'Artist' does not conform to protocol 'CollectionMember'
import Trellis

class Artist: Model, Queryable {
  @Field("country") var country: String?
}
