import Testing
import TrellisPages
import TrellisTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Random lives of arenas, some with reader threads, each beside a plain model.
///
/// `TRELLIS_ORACLE_EDITS` says how many edits each plays, `TRELLIS_ORACLE_SEED` which one; set
/// `SWIFT_DETERMINISTIC_HASHING=1` too to see the very same again.
@Suite struct OracleTests {
  @Test(arguments: 0..<3) func randomLives(number: Int) throws {
    let seed = oracleSeed ?? Random.freshSeed
    let edits = oracleEdits ?? 60
    print("oracle: seed \(seed), \(edits) edits, \(number) reader threads")
    var oracle = Oracle(seed: seed, threads: number)
    try oracle.run(edits: edits)
    print("oracle: seed \(seed): \(oracle.summary)")
  }
}

private func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
var oracleEdits: Int? { variable("TRELLIS_ORACLE_EDITS").flatMap { Int($0) } }
var oracleSeed: UInt64? { variable("TRELLIS_ORACLE_SEED").flatMap { UInt64($0) } }
