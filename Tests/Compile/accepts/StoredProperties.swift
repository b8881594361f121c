// A model is an ordinary class: it may store what is not in the database, be inherited from, and lazily make things.
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("firstName") var firstName: String?
  @Field("lastName") var lastName: String?

  var isSelected = false
  lazy var initials = [firstName, lastName].compactMap { $0?.first.map(String.init) }.joined()
  var fullName: String { [firstName, lastName].compactMap { $0 }.joined(separator: " ") }
}

final class Muralist: Artist {
  @Field("walls") var walls = 0
  var isBusy = false
}

func use(_ muralist: Muralist) -> String {
  muralist.isSelected = true
  muralist.isBusy = muralist.walls > 3
  return muralist.fullName + muralist.initials
}
