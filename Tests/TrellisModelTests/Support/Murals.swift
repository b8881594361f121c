import Trellis

// The one domain of these tests: murals, the artists who painted them, and images of them.

class Mural: Model, Queryable, Insertable, Deletable, PropertyWritable {
  static let collection: TreePath = "murals"
  @Field("name") var name: String?
  @Field("description") var about: String?
  @Field("likes") var likes = 0
  @Field("height") var height: Double?
  @Field("seenAt") var seenAt: ServerTime?
  @Field("tags") var tags: [String] = []
  @Child("address") var address: Address
  @Children("images") var images: [MuralImage]
  @Links("artists") var artists: Linked<Artist>
}

class Address: Model, PropertyWritable {
  @Field("street") var street: String?
  @Field("city") var city: String?
}

class MuralImage: Model, PropertyWritable, StorageDownloadable {
  @Field("caption") var caption: String?
}

class Artist: Model, Queryable, Insertable, Deletable, PropertyWritable {
  static let collection: TreePath = "artists"
  @Field("firstName") var firstName: String?
  @Field("lastName") var lastName: String?
  @Field("country") var country: String?
  @Field("born") var born: Int?

  var fullName: String { [firstName, lastName].compactMap(\.self).joined(separator: " ") }
}

/// A model with one field, of any type.
final class Holder<Value: FieldValue>: Model, Queryable, Insertable, PropertyWritable {
  static var collection: TreePath { "holders" }
  @Field("value") var value: Value?
}

enum Sample {
  static let tree: Tree = [
    "artists": [
      "a1": ["firstName": "Mary", "lastName": "Smith", "country": "US", "born": 1907],
      "a2": ["firstName": "Kerry", "lastName": "Winston", "country": "GB", "born": 1950],
      "a3": ["firstName": "Ana", "lastName": "Lopez", "country": "MX"],
      "a4": ["firstName": "Joe", "lastName": "Stone", "country": "US", "born": 1981],
    ],
    "murals": [
      "m1": [
        "name": "Great", "likes": 3, "height": 2.5, "artists": ["a1": true, "a2": true],
        "address": ["street": "Main", "city": "Orange"],
        "images": [
          "i1": ["location": "/murals/m1.jpg", "caption": "front"],
          "i2": ["location": "/murals/m1-side.jpg"],
        ],
      ],
      "m2": ["name": "Harvest", "likes": 8, "artists": ["a2": true, "a3": true], "address": ["city": "Tustin"]],
      "m3": ["name": "Quiet", "tags": ["blue", "tall"]],
    ],
  ]
}
