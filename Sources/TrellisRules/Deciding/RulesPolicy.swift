public import TrellisDatabase
import TrellisPages
import TrellisTree

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
public final class RulesPolicy: AccessPolicy {
  private let current: Locked<(rules: SecurityRules, revision: Int)>

  public init(_ rules: SecurityRules) { current = Locked((rules, 0)) }

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
    if RuleDecider(rules, context).read(read.query.path).isAllowed { return }
    let explanation = RuleExplanation(rules, context, read: read.query.path)
    throw TrellisError(.permissionDenied, at: read.query.path, explanation.text)
  }

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
