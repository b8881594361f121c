import Testing
import TrellisTree
import VectorSupport

@Suite("JSON numbers") struct JSONNumberTests {
  private func read(_ text: String) throws -> Tree.Scalar { try #require(try Tree(json: text).scalar) }

  @Test(
    "O-17: numbers keep their value and kind bit for bit",
    arguments: [
      ("1506428988000", Tree.Scalar.int(1_506_428_988_000)), ("9007199254740991", .int(9_007_199_254_740_991)),
      ("-9007199254740991", .int(-9_007_199_254_740_991)), ("0", .int(0)), ("1", .int(1)), ("1.5", .double(1.5)),
      ("0.30000000000000004", .double(0.1 + 0.2)), ("1e21", .double(1e21)), ("5e-324", .double(.leastNonzeroMagnitude)),
      ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)), ("true", .bool(true)), ("false", .bool(false)),
    ])
  func o17Numbers(text: String, expected: Tree.Scalar) throws {
    let scalar = try read(text)
    #expect(scalar.isIdentical(to: expected))
    for form in [JSONForm.plain, .export] { #expect(try read(Tree(scalar).json(form)).isIdentical(to: expected)) }
    let nested = try #require(try Tree(json: "{\"a\":[\(text)]}")[path: "a/0"].scalar)
    #expect(nested.isIdentical(to: expected))
    #expect((scalar == true) == (text == "true"), "1 never becomes true")
  }

  @Test(
    "an integer as far as 64 bits go, a double otherwise",
    arguments: [
      ("9223372036854775807", Tree.Scalar.int(.max)), ("-9223372036854775808", .int(.min)), ("9223372036854775808", .double(0x1p63)),
      ("-9223372036854775809", .double(-0x1p63)), ("100000000000000000000", .double(1e20)),
      ("999999999999999999", .int(999_999_999_999_999_999)),
      ("1000000000000000000", .int(1_000_000_000_000_000_000)), ("9007199254740993", .int(9_007_199_254_740_993)), ("1.0", .double(1)),
      ("1e0", .double(1)), ("1E+2", .double(100)), ("0.0", .double(0)), ("-0", .double(-0.0)), ("-0.0", .double(-0.0)),
      ("-0e5", .double(-0.0)),
      ("-1", .int(-1)), ("10e-1", .double(1)), ("1e-400", .double(0)), ("0e999999999999", .double(0)),
    ])
  func kinds(text: String, expected: Tree.Scalar) throws {
    #expect(try read(text).isIdentical(to: expected))
  }

  @Test(
    "what is no JSON number is refused",
    arguments: [
      "01", "-01", "00", "-", "+1", ".5", "1.", "1.e5", "1e", "1e+", "0x10", "1_000", "--1", "1.2.3", "NaN", "Infinity", "-Infinity", "1,5",
      "\u{FF11}", "٣", "1 2", "1a",
    ])
  func noNumbers(text: String) throws {
    let error = try #require(throws: JSONError.self) { try Tree(json: text) }
    #expect(error.reason == .syntax)
  }

  @Test(
    "numbers that round to infinity are refused",
    arguments: ["1e309", "-1e309", "1e999999999999", "1" + String(repeating: "0", count: 400)])
  func tooLarge(text: String) throws {
    let error = try #require(throws: JSONError.self) { try Tree(json: "[\(text)]") }
    #expect(error.reason == .nonFiniteNumber && error.path == "/0")
  }

  @Test("any double is written so that the same bits come back")
  func randomDoubles() throws {
    var random = SeededRandom.announced("JSON doubles")
    for _ in 0..<8_000 {
      let double = random.finiteDouble()
      guard try read(Tree.double(double).json()).isIdentical(to: .double(double)) else {
        Issue.record("\(double) (bits \(double.bitPattern)), seed \(random.seed)")
        continue
      }
    }
  }

  @Test("decimal texts of every length read as Swift reads them")
  func randomDecimals() throws {
    var random = SeededRandom.announced("JSON decimals")
    for _ in 0..<8_000 {
      let digits = self.digits(1 + random.below(20), &random).drop { $0 == "0" }
      let whole = digits.isEmpty ? "0" : String(digits)
      let fraction = self.digits(random.below(25), &random)
      let exponent = random.chance(percent: 40) ? "e\(random.below(600) - 300)" : ""
      let sign = random.chance(percent: 50) ? "-" : ""
      let text = sign + whole + (fraction.isEmpty ? "" : ".") + fraction + exponent
      let double = try #require(Double(text))
      guard double.isFinite else { continue }
      let isInteger = fraction.isEmpty && exponent.isEmpty && text != "-0"
      let expected = (isInteger ? Int64(text).map { Tree.Scalar.int($0) } : nil) ?? .double(double)
      if try !read(text).isIdentical(to: expected) { Issue.record("\(text), seed \(random.seed)") }
    }
  }

  private func digits(_ count: Int, _ random: inout SeededRandom) -> String {
    (0..<count).map { _ in String(random.below(10)) }.joined()
  }
}
