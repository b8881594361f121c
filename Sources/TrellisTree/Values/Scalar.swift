extension Tree {
  /// A value without children: what a leaf holds, and what priorities and bounds of queries are.
  ///
  /// Equality, hash and order are the database's: numbers compare by value, exactly, whatever their kind (`1` and `1.0`
  /// are equal, 2^53 + 1 and the double 2^53 are not), strings by UTF-16 code units without normalisation.
  /// (Rules: data model §1.6, §1.7, §3.2.)
  public enum Scalar: Sendable {
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
  }
}

extension Tree.Scalar {
  /// Whether this is stored in the very same way: kind and bits alike. Stricter than `==`.
  package func isIdentical(to other: Tree.Scalar) -> Bool {
    switch (self, other) {
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    default: false
    }
  }

  /// A finite number, a string or a boolean; the datastore refuses anything else.
  package var isFinite: Bool { if case .double(let double) = self { double.isFinite } else { true } }

  var isNumber: Bool {
    switch self {
    case .int, .double: true
    case .bool, .string: false
    }
  }
}

extension Tree.Scalar: Comparable, Hashable {
  public static func == (a: Tree.Scalar, b: Tree.Scalar) -> Bool { a.order(b) == 0 }
  public static func < (a: Tree.Scalar, b: Tree.Scalar) -> Bool { a.order(b) < 0 }

  /// Negative, zero or positive: false, true, numbers, strings.
  package func order(_ other: Tree.Scalar) -> Int {
    switch (self, other) {
    case (.bool(let a), .bool(let b)): (a ? 1 : 0) - (b ? 1 : 0)
    case (.int(let a), .int(let b)): a < b ? -1 : (a == b ? 0 : 1)
    case (.double(let a), .double(let b)): a < b ? -1 : (a == b ? 0 : (a > b ? 1 : Self.orderWithNaN(a, b)))
    case (.int(let a), .double(let b)): Self.order(a, b)
    case (.double(let a), .int(let b)): -Self.order(b, a)
    case (.string(let a), .string(let b)): CodeUnits.order(a, b)
    default: rank - other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .bool: 0
    case .int, .double: 1
    case .string: 2
    }
  }

  /// Exact: rounding the integer first would make the order non-transitive around 2^53.
  private static func order(_ integer: Int64, _ double: Double) -> Int {
    if double >= 0x1p63 || double.isNaN { return -1 }
    if double < -0x1p63 { return 1 }
    let whole = double.rounded(.towardZero)
    let truncated = Int64(whole)
    if integer != truncated { return integer < truncated ? -1 : 1 }
    return whole == double ? 0 : (whole < double ? -1 : 1)
  }

  /// NaN cannot be stored, but it can be held and compared: it equals itself and comes behind all other numbers.
  private static func orderWithNaN(_ a: Double, _ b: Double) -> Int { (a.isNaN ? 1 : 0) - (b.isNaN ? 1 : 0) }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let flag): hasher.combine(flag)
    case .int(let integer):
      // Equal numbers of both kinds hash alike.
      if let double = Double(exactly: integer) { hasher.combine(double) } else { hasher.combine(integer) }
    case .double(let double): hasher.combine(double == 0 ? 0 : (double.isNaN ? .nan : double))
    case .string(let text): CodeUnits.hash(text, into: &hasher)
    }
  }
}

extension Tree.Scalar: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension Tree.Scalar: CustomStringConvertible {
  /// The value as JSON text.
  public var description: String {
    var writer = JSONWriter()
    writer.append(self)
    return writer.text
  }
}
