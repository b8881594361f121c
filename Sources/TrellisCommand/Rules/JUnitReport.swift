import TrellisRules

/// What came of cases, in the form that JUnit made common.
struct JUnitReport {
  private var suites = ""
  private var (count, failures) = (0, 0)

  mutating func add(_ results: [RulesTestResult], of title: String, in file: String) {
    let failed = results.count { !$0.passes }
    count += results.count
    failures += failed
    suites += "  <testsuite name=\"\(escaped(title))\" tests=\"\(results.count)\" failures=\"\(failed)\" errors=\"0\">\n"
    for result in results { suites += testCase(result, file) }
    suites += "  </testsuite>\n"
  }

  var xml: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"\(count)\" failures=\"\(failures)\" errors=\"0\">\n"
      + suites + "</testsuites>\n"
  }

  private func testCase(_ result: RulesTestResult, _ file: String) -> String {
    let test = result.case
    let head =
      "    <testcase name=\"\(escaped(test.id + (test.note.map { ": \($0)" } ?? "")))\" classname=\"\(escaped(file))\" "
      + "file=\"\(escaped(file))\" line=\"\(test.line)\""
    if result.passes { return head + "/>\n" }
    let message = escaped(result.problems.joined(separator: "; "))
    return head + ">\n      <failure message=\"\(message)\">\(escaped(result.report.text))</failure>\n    </testcase>\n"
  }

  /// XML has no way to say most control characters.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t", "\r": result += "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
