public import TrellisDatabase
import TrellisPages
public import TrellisTree

/// Lets rules decide who may read and write what.
///
/// ```swift
/// let policy = RulesPolicy(rules)
/// let database = Database.inMemory(policy: policy)
/// let alice = database.as(Auth(uid: "alice"))
/// try await alice.set("murals/m1/name", "Great")   // permissionDenied, with what the rules say, unless they allow it
/// policy.rules = newRules                           // for all operations from here on
/// ```
/// Nobody signed in is `auth == null`; for `Auth.administrator` rules do not apply. A refusal is `.permissionDenied` with the
/// place; its message explains which rules were asked and what they came to.
///
/// `.indexOn` declares indexes, which the database then keeps. What happens to queries that need another, `MissingIndexes` says.
public final class RulesPolicy: AccessPolicy {
  /// What becomes of queries whose order no `.indexOn` declares.
  public enum MissingIndexes: Sendable {
    /// All are served: a database in this process needs no declaration.
    case served
    /// As over the network of the Realtime Database: a single read is refused with `.invalid` and what to add to the rules; who
    /// listens is served. (Rules §2.)
    case refused
  }

  private let current: Locked<(rules: SecurityRules, revision: Int)>
  private let missingIndexes: MissingIndexes
  private let warn: (@Sendable (MissingIndex) -> Void)?

  /// - Parameter warn: is told of each query that is served without its index, while the database is locked: should be quick.
  public init(
    _ rules: SecurityRules, missingIndexes: MissingIndexes = .served, warn: (@Sendable (MissingIndex) -> Void)? = nil
  ) {
    current = Locked((rules, 0))
    self.missingIndexes = missingIndexes
    self.warn = warn
  }

  /// The rules that decide. Setting them takes effect for every operation that begins afterwards; who listens is asked about
  /// again at the next change, and may be ended by it. Changes of the data alone never end a listener.
  public var rules: SecurityRules {
    get { current.withLock { $0.rules } }
    set { current.withLock { $0 = (newValue, $0.revision + 1) } }
  }

  public var revision: Int { current.withLock { $0.revision } }

  public func admit(_ read: ReadRequest) throws {
    if read.auth?.isAdministrator == true || read.query.path.isInfo { return }
    let rules = rules
    let context = RuleContext(
      auth: read.auth?.claim, now: read.milliseconds, old: read.root, new: nil, query: RuleQuery(read.query))
    guard RuleDecider(rules, context).read(read.query.path).isAllowed else {
      let explanation = RuleExplanation(rules, context, read: read.query.path)
      throw TrellisError(.permissionDenied, at: read.query.path, explanation.text)
    }
    guard let missing = rules.missingIndex(for: read.query) else { return }
    if missingIndexes == .refused, !read.isListening { throw TrellisError(.invalid, at: read.query.path, missing.description) }
    warn?(missing)
  }

  public func declaresIndex(of path: TreePath, by ordering: TreeQuery.Ordering) -> Bool { rules.declaresIndex(of: path, by: ordering) }

  public func admit(_ write: WriteRequest) throws {
    if write.auth?.isAdministrator == true { return }
    let rules = rules
    let context = RuleContext(auth: write.auth?.claim, now: write.milliseconds, old: write.before, new: write.after, query: nil)
    let paths = write.changes.map(\.path)
    let decision = RuleDecider(rules, context).write(paths)
    if decision.isAllowed { return }
    let explanation = RuleExplanation(rules, context, write: paths)
    throw TrellisError(.permissionDenied, at: decision.deniedPath, explanation.text)
  }
}
