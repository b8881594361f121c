// Fields belong to models, which are classes.
// expect-error: 'wrappedValue' is unavailable: @Field belongs in a subclass of Model
import Trellis

struct Card {
  @Field("country") var country: String?
}

func read(_ card: Card) { print(card.country as Any) }
