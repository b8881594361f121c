import Testing

@testable import TrellisRules

@Suite struct RulePatternTests {
  /// A pattern with texts that it matches and texts that it does not.
  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    var ignoringCase = false
    let matching: [String]
    let other: [String]

    init(_ pattern: String, ignoringCase: Bool = false, _ matching: [String], not other: [String]) {
      self.pattern = pattern
      self.ignoringCase = ignoringCase
      self.matching = matching
      self.other = other
    }

    var testDescription: String { "/\(pattern)/\(ignoringCase ? "i" : "")" }
  }

  @Test(arguments: [
    Case("foo", ["foo", "a foo", "foobar", "fofoo", "ffoo"], not: ["", "fo", "f oo", "FOO"]),
    Case("^foo", ["foo", "foobar"], not: ["", "fo", "a foo"]),
    Case("foo$", ["foo", "a foo"], not: ["", "oo", "foobar", "foo\n"]),
    Case("^foo$", ["foo"], not: ["", "fo", "fooo", "a foo", "foo\n"]),
    Case("abcabd", ["abcabcabd", "abababcabd"], not: ["abcabcabc", "abcab"]),
    Case("a{0}", ["", "b"], not: []),
    Case("^a{0}$", [""], not: ["a"]),
    Case("^a{3}$", ["aaa"], not: ["aa", "aaaa"]),
    Case("\\^\\$\\.\\/\\n", ["^$./n"], not: ["^$./\n", ""]),
  ])
  func literals(_ test: Case) throws { try check(test) }

  @Test(arguments: [
    Case("^admin|user$", ["admin", "user"], not: ["administrator", "superuser", "admin|user", ""]),
    Case("^(up|down)$", ["up", "down"], not: ["", "updown", "u"]),
    Case("^(a|b)c|d$", ["ac", "bc", "d"], not: ["ad", "acd", "a"]),
    Case("^(a|(b|c)d)+e$", ["ae", "bde", "acdabde"], not: ["e", "be", "abe"]),
    Case("^a*$", ["", "a", "aaa"], not: ["b", "ab"]),
    Case("^a+$", ["a", "aaa"], not: ["", "ab"]),
    Case("^ba?$", ["b", "ba"], not: ["", "a", "baa"]),
    Case("^(ab){2}$", ["abab"], not: ["ab", "ababab"]),
    Case("^a{2,}$", ["aa", "aaa"], not: ["a", ""]),
    Case("^a{0,}$", ["", "aa"], not: ["b"]),
    Case("^a{2,4}$", ["aa", "aaa", "aaaa"], not: ["a", "aaaaa"]),
    Case("^a{0,2}b$", ["b", "ab", "aab"], not: ["aaab"]),
    Case("^a{007}$", ["aaaaaaa"], not: ["aaaaaa"]),
    Case("^(a{0})*b$", ["b"], not: ["", "ab"]),
    Case("^(a?){3}$", ["", "aaa"], not: ["aaaa"]),
    Case("^(a*)*$", ["", "aaa"], not: ["b"]),
    Case("^((a*)+|b?)*c$", ["c", "aabac"], not: ["", "aabad"]),
    Case("^a{2}}$", ["aa}"], not: ["aa"]),
    Case("a}]", ["a}]"], not: ["a}"]),
  ])
  func operators(_ test: Case) throws { try check(test) }

  @Test(arguments: [
    Case("^.$", ["a", "\n", "\r", "é", "\u{2028}", "€"], not: ["", "ab", "😀"]),
    Case("^..$", ["😀", "\r\n"], not: ["€"]),
    Case("^\\s+$", [" \t\n\r\u{0B}\u{0C}"], not: ["", "\u{A0}", "\u{2028}", "a"]),
    Case("^\\S$", ["a", "\u{A0}", "-"], not: [" ", "\n"]),
    Case("^\\w+$", ["azAZ09_"], not: ["é", "-", "@", "[", "`", "{", "/", ":"]),
    Case("^\\W+$", ["é-@[`{/:"], not: ["a", "Z", "_", "5"]),
    Case("^\\d+$", ["0123456789"], not: ["/", ":", "\u{660}"]),
    Case("^\\D+$", ["a/:"], not: ["0", "9"]),
    Case("^[abc]$", ["a", "b", "c"], not: ["d", "", "ab"]),
    Case("^[a-cx]$", ["a", "b", "c", "x"], not: ["d", "-"]),
    Case("^[-a]$", ["-", "a"], not: ["b"]),
    Case("^[a-]$", ["-", "a"], not: ["b"]),
    Case("^[a-c-e]$", ["a", "b", "c", "-", "e"], not: ["d"]),
    Case("^[+--]$", ["+", ",", "-"], not: ["*", "."]),
    Case("^[^a-c]$", ["d", "^", "-", "\n", "€"], not: ["a", "b", "c", ""]),
    Case("^[a^]$", ["a", "^"], not: ["b"]),
    Case("^[\\]\\\\\\^\\-]$", ["]", "\\", "^", "-"], not: ["a", "["]),
    Case("^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", ["me@example.org"], not: ["me@example", "m e@example.org", "a@b@c.d"]),
    Case("^[\\w-\\.]+$", ["a-b.c_9"], not: ["a/b", ""]),
    Case("^[a-\\d]+$", ["a-5"], not: ["b", "\\"]),
    Case("^[\\D]$", ["a"], not: ["5"]),
    Case("^[^\\W_]$", ["a", "Z", "5"], not: ["_", "-"]),
    Case("^[$^.*+?(){}|[]+$", ["$^.*+?(){}|["], not: ["a", "]"]),
    Case("^[:alpha:]$", [":", "a", "l", "p", "h"], not: ["b"]),
    Case("^[а-я]+$", ["привет"], not: ["ПРИВЕТ", "hello"]),
    Case("^[\u{FFFF}]$", ["\u{FFFF}"], not: ["a"]),
    Case("^[^\u{FFFF}]$", ["a"], not: ["\u{FFFF}"]),
  ])
  func classes(_ test: Case) throws { try check(test) }

  @Test(arguments: [
    Case("^foo$", ignoringCase: true, ["foo", "FOO", "fOo"], not: ["fo"]),
    Case("^[a-c]$", ignoringCase: true, ["a", "B", "C"], not: ["d", "D"]),
    Case("^[Z-a]$", ignoringCase: true, ["z", "Z", "[", "_", "`", "a", "A"], not: ["b", "Y", "{", "@"]),
    Case("^[^a-c]$", ignoringCase: true, ["d", "D"], not: ["a", "A", "c", "C"]),
    Case("^[^B]$", ignoringCase: true, ["a", "A"], not: ["b", "B"]),
    Case("^[@-~]$", ignoringCase: true, ["@", "~", "a"], not: ["?", "\u{7F}"]),
    Case("^é$", ignoringCase: true, ["é"], not: ["É"]),
    Case("^\u{17F}|\u{212A}$", ignoringCase: true, ["\u{17F}", "\u{212A}"], not: ["s", "S", "k"]),
    Case("^\\W$", ignoringCase: true, ["é", "-"], not: ["a", "A", "_"]),
    Case("^[^\\D]$", ignoringCase: true, ["1"], not: ["a", "A"]),
  ])
  func ignoringCase(_ test: Case) throws { try check(test) }

  private func check(_ test: Case) throws {
    let pattern = try RulePattern(Array(test.pattern.utf16), ignoringCase: test.ignoringCase)
    for text in test.matching { #expect(pattern.matches(text.utf16), "\(text.debugDescription)") }
    for text in test.other { #expect(!pattern.matches(text.utf16), "\(text.debugDescription)") }
  }

  @Test func halvesOfSurrogatePairs() throws {
    let pattern = try RulePattern([0x5E, 0x5B, 0xD800, 0x2D, 0xDBFF, 0x5D, 0x24], ignoringCase: false)
    #expect(pattern.matches([0xD83D]))
    #expect(!pattern.matches([0xDE00]))
    #expect(!pattern.matches("😀".utf16))
  }
}
