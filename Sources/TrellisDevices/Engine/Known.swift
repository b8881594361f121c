/// Something that the store has been told, or not yet.
enum Known<Value: Sendable>: Sendable {
  case unknown
  case known(Value)

  var value: Value? { if case .known(let value) = self { value } else { nil } }
  var isKnown: Bool { if case .known = self { true } else { false } }
}
