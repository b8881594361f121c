import Testing
import TrellisTree

/// Data model §4. One test after the other: the keys of one process share a state, which a foreign clock disturbs.
@Suite("Push keys", .serialized) struct PushKeyTests {
  @Test("20 characters of the alphabet, in the order they were made")
  func order() {
    let keys = (0..<5_000).map { _ in PushKey.next() }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
    #expect(keys.allSatisfy { $0.byteCount == 20 && $0.utf8.allSatisfy(PushKey.alphabet.contains) })
  }

  @Test("keys for one time of the caller's ascend too, whoever asks")
  func ownTime() {
    let time: Int64 = 1_700_000_000_000
    let keys = (0..<100).map { _ in PushKey.next(atMilliseconds: time) }
    #expect(Set(keys).count == keys.count && Set(keys.map { $0.text.prefix(8) }) == ["-NjEtLV-"])
  }

  @Test("the state belongs to the process: keys of many threads are all different, and each thread's ascend")
  func threads() async {
    let keys = await withTaskGroup(of: [TreeKey].self) { group in
      for _ in 0..<8 { group.addTask { (0..<2_000).map { _ in PushKey.next() } } }
      return await group.reduce(into: [[TreeKey]]()) { $0.append($1) }
    }
    for list in keys { #expect(zip(list, list.dropFirst()).allSatisfy { $0 < $1 }) }
    #expect(Set(keys.joined()).count == 16_000)
  }

  @Test("a new millisecond draws twelve digits, the same one counts up, an earlier one draws again")
  func drawing() {
    var generator = PushKey.Generator()
    var drawn = 0
    func next(_ milliseconds: Int64, _ digit: UInt8) -> String {
      generator.next(atMilliseconds: milliseconds) {
        drawn += 1
        return digit
      }.text
    }
    #expect(next(1, 62) == "-------0" + String(repeating: "y", count: 12) && drawn == 12)
    #expect(next(1, 5) == "-------0" + String(repeating: "y", count: 11) + "z" && drawn == 12)
    #expect(next(1, 5) == "-------0" + String(repeating: "y", count: 10) + "z-" && drawn == 12)
    #expect(next(2, 0) == "-------1" + String(repeating: "-", count: 12) && drawn == 24)
    #expect(next(1, 63) == "-------0" + String(repeating: "z", count: 12) && drawn == 36)
    #expect(next(1, 63) == "-------0" + String(repeating: "-", count: 12) && drawn == 36, "twelve times 63 wrap to zeros")
  }

  @Test(
    "times outside the room there is are brought into it",
    arguments: [
      (Int64.min, "-------0"), (-1, "-------0"), (0, "-------0"), (1, "-------0"), (64, "------0-"), (1 << 48 - 1, "zzzzzzzz"),
      (1 << 48, "zzzzzzzz"),
      (.max, "zzzzzzzz"),
    ])
  func times(milliseconds: Int64, prefix: String) {
    var generator = PushKey.Generator()
    #expect(generator.next(atMilliseconds: milliseconds) { 7 }.text.hasPrefix(prefix))
  }

  @Test("the alphabet is in key order")
  func alphabet() {
    #expect(PushKey.alphabet.count == 64 && PushKey.alphabet == PushKey.alphabet.sorted())
  }

  @Test("a key made later sorts later, whatever its digits")
  func later() {
    var generator = PushKey.Generator()
    let keys = [1, 2, 63, 64, 65, 4_095, 4_096, 1_700_000_000_000, 1_700_000_000_001].map { time in
      generator.next(atMilliseconds: time) { UInt8(63 - time % 64) }
    }
    #expect(keys == keys.sorted())
  }
}
