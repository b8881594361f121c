// A query names fields of nested models that exist.
// expect-error: has no dynamic member '$ciy' using key path from root type 'Address'
// expect-error: generic parameter 'Output' could not be inferred
import Trellis

class Address: Model {
  @Field("city") var city: String?
}

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Child("address") var address: Address
}

func query() { _ = Artist.where(\.$address.$ciy, equals: "Orange") }
