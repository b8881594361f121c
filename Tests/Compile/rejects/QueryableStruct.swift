// The protocols are for subclasses of Model.
// expect-error: non-class type 'Card' cannot conform to class protocol 'Queryable'
// expect-error: non-class type 'Card' cannot conform to class protocol 'CollectionMember'
import Trellis

struct Card: Queryable {
  static let collection: TreePath = "cards"
}
