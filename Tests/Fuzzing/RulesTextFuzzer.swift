import TrellisRules

/// Rules files of any text: accepted or refused, never a crash; laid out they say the same, and laid out again look the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRulesText(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let outcome = compile(text)
  do throws(RulesError) {
    let formatted = try SecurityRules.formatted(text)
    require(compile(formatted) == outcome, "laid out it says something else:\n\(formatted)")
    do throws(RulesError) {
      let again = try SecurityRules.formatted(formatted)
      require(again == formatted, "laid out again it looks otherwise:\n\(formatted)")
    } catch {
      require(false, "laid out it cannot be read: \(error)")
    }
  } catch {
    require(!outcome.isSound, "it compiles, but cannot be laid out: \(error)")
  }
  _ = try? RulesTests(json: text)
  return 0
}

/// What compiling a text comes to, places left out.
private struct Outcome: Equatable {
  let isSound: Bool
  let words: [String]
}

private func compile(_ text: String) -> Outcome {
  do throws(RulesError) {
    let rules = try SecurityRules(text)
    return Outcome(isSound: true, words: rules.warnings.map(\.rule) + RulesCoverage(of: rules).entries.map { "\($0.rule) \($0.condition)" })
  } catch {
    return Outcome(isSound: false, words: error.problems.map(\.message))
  }
}
