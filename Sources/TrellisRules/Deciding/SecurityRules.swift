import TrellisTree

/// Rules of the Realtime Database, compiled: who may read and write what.
///
/// ```swift
/// let rules = try SecurityRules("""
///   {"rules": {"murals": {"$id": {
///     ".read": true,
///     ".write": "auth != null && (!data.exists() || data.child('owner').val() === auth.uid)",
///     ".validate": "newData.hasChildren(['name', 'owner'])"
///   }}}}
///   """)
/// let database = Database.inMemory(policy: RulesPolicy(rules))
/// ```
/// A value, which any number of operations may use at once. (The language: security rules of the Realtime Database.)
public struct SecurityRules: Sendable {
  /// Files may have this many bytes, unless more is asked for.
  public static let defaultMostBytes = 1 << 20

  let root: RuleNode

  /// Reads and compiles a rules file.
  ///
  /// - Throws: `RulesError` with line and column of every rule's first problem.
  public init(_ text: String, mostBytes: Int = defaultMostBytes) throws(RulesError) {
    root = try RulesReader.read(text, mostBytes: mostBytes)
  }
}
