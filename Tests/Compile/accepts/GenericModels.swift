// A model class may be generic, and a collection may be computed.
import Trellis

class Entry<Value: FieldValue>: Model, Queryable, Insertable, PropertyWritable {
  class var collection: TreePath { "entries" }
  @Field("value") var value: Value?
}

final class NumberEntry: Entry<Int> {
  override class var collection: TreePath { "numbers" }
}

func use() async throws -> Int? {
  let entry = try await Entry<String>.insert { $0.value = "a" }
  try await entry.set(\.$value, to: nil)
  return try await NumberEntry.where(\.$value, in: 1...3).fetchFirst()?.value
}
