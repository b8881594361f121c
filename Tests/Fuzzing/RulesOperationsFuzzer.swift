import TrellisDatabase
import TrellisPages
import TrellisRules
import TrellisTree

/// Any operations under some rules: a policy decides over pages as an explanation does over plain trees.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRulesOperations(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  var life = GuardedLife(UnsafeBufferPointer(start: start, count: count))
  life.run()
  return 0
}

private struct GuardedLife {
  private var rest: Slice<UnsafeBufferPointer<UInt8>>
  private let arena = Arena()

  private static let keys: [TreeKey] = ["a", "b", "users", "posts", "ann", "bob", "name", "owner", "1", "10", "e\u{301}", "\u{1F600}"]
  private static let users: [Auth?] = [nil, Auth(uid: "ann"), Auth(uid: "bob", token: ["role": "editor"])]
  private static let rules: [SecurityRules] = [
    #"{"rules": {".read": "auth != null", ".write": "auth.uid == 'bob'", ".validate": "newData.hasChildren()"}}"#,
    #"""
    {"rules": {"users": {"$u": {".read": true, ".write": "$u === auth.uid", "name": {".validate": "newData.isString()"},
      "$other": {".validate": "newData.isNumber() && newData.val() > data.val()"}}}}}
    """#,
    #"""
    {"rules": {".write": true, "posts": {"$p": {".validate": "newData.hasChildren(['owner']) && root.child('users').hasChild($p)",
      "owner": {".validate": "newData.val() == auth.uid"}, "$k": {"$l": {".validate": "newData.getPriority() != null"}}}},
      "$any": {".validate": "newData.parent().child('a').exists() || !newData.exists()"}}}
    """#,
    #"{"rules": {"$a": {".write": "!data.exists() || !newData.exists()", "$b": {".validate": "newData.isString() && newData.val().length < 3"}}}}"#,
  ].compactMap { try? SecurityRules($0) }

  init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

  mutating func run() {
    while !rest.isEmpty { operate() }
    arena.requireNothingLeft()
  }

  private mutating func next() -> Int { Int(rest.popFirst() ?? 0) }

  private mutating func path() -> TreePath { TreePath((0..<(next() % 4)).map { _ in Self.keys[next() % Self.keys.count] }) }

  private mutating func value(_ depth: Int = 0) -> Tree {
    switch next() % 9 {
    case 0: .null
    case 1: .int(Int64(next()) - 100)
    case 2: .string(["ann", "bob", "x1", ""][next() % 4])
    case 3: .bool(next() % 2 == 0)
    case 4: .double(Double(next()) / 8)
    case 5: .timestamp
    case 6: .increment(by: 2)
    default: depth > 2 ? .int(1) : Tree.branch((0..<(next() % 4)).map { _ in (Self.keys[next() % Self.keys.count], value(depth + 1)) })
    }
  }

  private mutating func write() -> TreeWrite? {
    switch next() % 4 {
    case 0: try? .update(path(), Dictionary([(path(), value()), (path(), value())]) { first, _ in first })
    case 1: try? .setPriority(path(), next() % 2 == 0 ? .int(1) : .null)
    default: try? .set(path(), value())
    }
  }

  private mutating func operate() {
    let (rules, auth) = (Self.rules[next() % Self.rules.count], Self.users[next() % Self.users.count])
    let policy = RulesPolicy(rules)
    let root = arena.pin()
    let query = TreeQuery(path())
    let reads = (try? policy.admit(ReadRequest(query: query, auth: auth, milliseconds: 7, root: root))) != nil
    require(rules.explain(read: query, of: root, as: auth, milliseconds: 7).isAllowed == reads, "a read of \(query.path)")

    guard let write = write() else { return }
    var edit = arena.begin()
    let changes = write.resolved(now: 7, against: edit.base)
    for change in changes { edit.apply(change) }
    let request = WriteRequest(changes: changes, auth: auth, milliseconds: 7, before: edit.base, after: edit.view)
    let isAllowed = (try? policy.admit(request)) != nil
    let report = rules.explain(write: write, to: root, as: auth, milliseconds: 7)
    require(report.isAllowed == isAllowed, "decided \(isAllowed), explained as\n\(report)")
    // The administrator writes what rules refuse, now and then, so that there is something.
    if isAllowed || next() % 2 == 0 { _ = edit.publish() }
  }
}
