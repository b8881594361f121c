import TrellisTree

extension Random {
  mutating func scalar() -> Tree.Scalar {
    switch below(9) {
    case 0: .bool(chance(50))
    case 1: .int(Int64(below(100)) - 50)
    case 2: .int(Int64(bitPattern: next()))
    case 3: .double(Double(below(1000)) / 8 - 60)
    case 4:
      .double(
        [-0.0, 0, Double.leastNonzeroMagnitude, -Double.leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, 1e15, 1e16, 123.456, 0.0001]
          .randomElement(using: &self)!)
    case 5: .string(String("abcdé".prefix(below(6))))
    case 6: .string(String(repeating: "long text ", count: 1 + below(chance(3) ? 600 : 8)))
    case 7:
      .string(
        ["\"", "\\", "\n\t\r", "\u{1}\u{1F}\u{7F}", "/", "\u{1F600}", "e\u{301} \u{FFEE}", "12345678\"90123456789"].randomElement(
          using: &self)!)
    default: .string("value \(below(1000))")
    }
  }

  /// What may be a priority: a number or a string.
  mutating func priority() -> Tree.Scalar {
    while true {
      let scalar = scalar()
      if case .bool = scalar { continue }
      return scalar
    }
  }
}
