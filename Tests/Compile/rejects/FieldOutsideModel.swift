// Fields belong to models.
// expect-error: requires that 'NotAModel' inherit from 'Model'
import Trellis

class NotAModel {
  @Field("country") var country: String?
}

func read(_ other: NotAModel) { print(other.country as Any) }
