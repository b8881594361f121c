import Trellis

// The same domain with relations that both sides keep.

class Ceiling: Model, Queryable, Insertable, Deletable, PropertyWritable {
  static let collection: TreePath = "frescos"
  @Field("name") var name: String?
  @Field("year") var year: Int?
  @Links("painters", inverse: "frescos") var painters: Linked<Painter>
  @ValueLinks("patrons", inverse: "paid") var patrons: ValueLinked<Painter, Gift>
  @Field("master") var master: LinkTo<Painter>?
}

struct Gift: Codable, FieldValue, Equatable {
  var florins: Int
  var since: Int?
}

class Painter: Model, Queryable, Insertable, Deletable, PropertyWritable {
  static let collection: TreePath = "painters"
  @Field("name") var name: String?
  @Field("frescosPainted") var count = 0

  var frescos: Linked<Ceiling> { inverse(of: \Ceiling.$painters) }
  var paid: Linked<Ceiling> { inverse(of: \Ceiling.$patrons) }
}

extension Sample {
  static let frescos: Tree = [
    "frescos": [
      "f1": ["name": "Flood", "year": 1447, "painters": ["p1": true, "p2": true], "master": "p1"],
      "f2": ["name": "Dawn", "year": 1503, "painters": ["p2": true], "patrons": ["p1": ["florins": 50]], "master": "p2"],
      "f3": ["name": "Bare", "year": 1504, "master": "p1"],
    ],
    "painters": [
      "p1": ["name": "Paola", "frescos": ["f1": true], "paid": ["f2": true]],
      "p2": ["name": "Ugo", "frescos": ["f1": true, "f2": true]],
      "p3": ["name": "Vera"],
    ],
  ]
}
