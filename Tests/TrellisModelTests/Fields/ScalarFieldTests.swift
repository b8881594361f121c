import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase())
struct ScalarFieldTests {
  @Test("O-17: a flag stays a flag")
  func booleans() async throws {
    try await expectRoundTrip(true, storedAs: "true")
    try await expectRoundTrip(false, storedAs: "false")
    try await expectUnreadable(Bool.self, 1, 0, 1.0, "true", ["a": true])
  }

  @Test(
    "O-17: whole numbers keep their value",
    arguments: [1_506_428_988_000, 9_007_199_254_740_991, -9_007_199_254_740_991, 0, 1, .max, .min])
  func integers(number: Int) async throws {
    try await expectRoundTrip(number, storedAs: "\(number)")
    try await expectRoundTrip(Int64(number), storedAs: "\(number)")
  }

  @Test("O-17: a whole-number field given 1.5 is a typed error")
  func fractions() async throws {
    try await expectUnreadable(Int.self, 1.5, -0.5, 1e21, 9_223_372_036_854_775_808.0, true, false, "1", [1])
    let error = await expectError(.typeMismatch) { try await Holder<Int>.all() }
    #expect(error?.message.contains("Int") == true)
  }

  @Test("a whole number that is stored as a double is one")
  func wholeDoubles() async throws {
    try await expectReads(2.0, as: 2)
    try await expectReads(-0.0, as: 0)
    try await expectReads(1e15, as: 1_000_000_000_000_000)
  }

  @Test("integers of every size have their own limits")
  func sizes() async throws {
    try await expectLimits(Int8.self)
    try await expectLimits(Int16.self)
    try await expectLimits(Int32.self)
    try await expectLimits(UInt8.self)
    try await expectLimits(UInt16.self)
    try await expectLimits(UInt32.self)
    try await expectUnreadable(UInt64.self, -1)
    try await expectUnreadable(UInt.self, -1)
  }

  private func expectLimits<Value: FixedWidthInteger & FieldValue & Codable>(_ type: Value.Type) async throws {
    try await expectRoundTrip(Value.max, storedAs: "\(Value.max)")
    try await expectRoundTrip(Value.min, storedAs: "\(Value.min)")
    try await expectUnreadable(type, .int(Int64(Value.max) + 1), .int(Int64(Value.min) - 1), 1.5, true)
  }

  @Test("unsigned numbers beyond 63 bits cannot be stored")
  func unsigned() async throws {
    try await expectRoundTrip(UInt64(Int64.max), storedAs: "9223372036854775807")
    try await expectRoundTrip(UInt(7), storedAs: "7")
    try await expectUnstorable(UInt64(Int64.max) + 1)
    try await expectUnstorable(UInt.max)
  }

  @Test(
    "O-17: doubles keep every bit",
    arguments: [
      (1.5, "1.5"), (0.30000000000000004, "0.30000000000000004"), (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (1, "1.0"), (0, "0.0"),
    ])
  func doubles(number: Double, json: String) async throws {
    try await expectRoundTrip(number, storedAs: json)
    let row = try #require(try await Holder<Double>.all().first)
    #expect(row.value?.bitPattern == number.bitPattern)
  }

  @Test("a double may be stored as an integer, but never as a flag or a text")
  func doublesOfOtherKinds() async throws {
    try await expectReads(3, as: 3.0)
    try await expectUnreadable(Double.self, true, "1.5", ["a": 1.5])
  }

  @Test("O-17: NaN and infinities are refused", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(number: Double) async throws {
    try await expectUnstorable(number)
    try await expectUnstorable(Float(number))
  }

  @Test("floats")
  func floats() async throws {
    try await expectRoundTrip(Float(0.1), storedAs: "0.10000000149011612")
    try await expectRoundTrip(Float.greatestFiniteMagnitude, storedAs: "3.4028234663852886e+38")
    try await expectReads(7, as: Float(7))
    try await expectUnreadable(Float.self, true, "1", 1e300, -1e300)
  }

  @Test(
    "texts keep every code unit",
    arguments: [
      ("Orange", #""Orange""#), ("", #""""#), ("\u{e9}", "\"\u{e9}\""), ("e\u{301}", "\"e\u{301}\""), ("a\"b\\c\n", #""a\"b\\c\n""#),
    ])
  func texts(text: String, json: String) async throws {
    let row = try await Holder<String>.insert { $0.value = text }
    let stored = try #require(try await Database.current.get(row.snapshot.path.appending("value")).string)
    #expect(Array(stored.utf16) == Array(text.utf16))
    let found = try #require(try await Holder<String>.find(row.key)?.value)
    #expect(Array(found.utf16) == Array(text.utf16))
  }

  @Test("a text is nothing else")
  func notTexts() async throws {
    try await expectUnreadable(String.self, 1, 1.5, true, ["a": "b"], ["a", "b"])
  }
}
