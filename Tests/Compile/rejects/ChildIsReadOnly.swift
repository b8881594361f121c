// A nested model is changed by its fields, not replaced.
// expect-error: cannot assign to property: 'address' is a get-only property
import Trellis

class Address: Model {
  @Field("city") var city: String?
}

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Child("address") var address: Address
}

func write(_ artist: Artist) { artist.address = Address() }
