import TrellisDatabase
import TrellisPages
import TrellisRules
import TrellisTree

/// Any text as an expression: refused with a place, or evaluated without a crash; explained it comes to the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRulesExpression(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let expression = Tree.string(text).json()
  for kind in ["read", "write"] {
    guard let rules = try? SecurityRules(#"{"rules": {"murals": {"$id": {"$field": {".\#(kind)": \#(expression)}}}}}"#) else { continue }
    for auth in users {
      let policy = RulesPolicy(rules)
      if kind == "read" {
        let query = TreeQuery(place)
        let isAllowed = admits { try policy.admit(ReadRequest(query: query, auth: auth, milliseconds: 7, root: tree)) }
        let report = rules.explain(read: query, of: tree, as: auth, milliseconds: 7)
        require(report.isAllowed == isAllowed, "decided \(isAllowed), explained as\n\(report)")
      } else {
        guard let write = try? TreeWrite.set(place, .null) else { continue }
        _ = rules.explain(write: write, to: tree, as: auth, milliseconds: 7)
      }
    }
  }
  return 0
}

private let place: TreePath = "murals/m1/name"
private let users: [Auth?] = [
  nil, Auth(uid: "ann", provider: "password", token: ["role": "editor", "level": 3, "groups": ["a": true], "list": ["x", 1.5, nil]]),
]
private let tree = TreeSnapshot([
  "murals": ["m1": ["name": "Great \u{1F600}", "likes": 3, "owner": "ann", "tags": ["a", "b"]]], "open": true, "n": -0.5,
])

private func admits(_ body: () throws -> Void) -> Bool { (try? body()) != nil }
