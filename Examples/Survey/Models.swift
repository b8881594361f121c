import Trellis

/// A wall that is to be looked at.
class Site: Model, Queryable {
  static let collection: TreePath = "sites"
  @Field("street", .required) var street = ""
  @Field("visits") var visits = 0
  var reports: ModelCollection<Report> { members() }
}

/// What somebody has seen there: sites/<key>/reports.
class Report: Model, Queryable, Insertable, PropertyWritable {
  static let collection: TreePath = "reports"
  @Field("condition", .required) var condition = Condition.good
  @Field("cracks") var cracks = 0
  @Field("note", was: "remark") var note: String?
  @Field("by") var by: String?

  override func validate(_ problems: inout ModelProblems) {
    if cracks < 0 { problems.add($cracks, "cracks are counted from 0") }
    if condition == .lost, note == nil { problems.add($note, "say what has become of it") }
  }
}

enum Condition: String, FieldValue { case good, fading, lost }

extension Site: PropertyWritable {}
