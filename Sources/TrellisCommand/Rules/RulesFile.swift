import TrellisDatabase
import TrellisRules
import TrellisTree

/// Rules, and who asks, as they are typed.
extension Option {
  static let rules = Option("rules", nil, "FILE", "lets these rules decide, as for somebody who is not signed in")
  static let user = Option("as", nil, "USER", "asks as this user: an id, or JSON such as {\"uid\":\"ann\",\"token\":{\"role\":\"editor\"}}")
}

extension SecurityRules {
  /// - Throws: `Failure` with a line for each problem, as compilers write them.
  init(file path: String) throws {
    let text = try String(read: try InputPieces(path).all(), from: path)
    do throws(RulesError) { try self.init(text) } catch {
      throw Failure(.invalid, error.problems.map { "\(path):\($0)" }.joined(separator: "\n"))
    }
  }
}

extension Invocation {
  /// The policy that is asked for; nil when there is none, and everything is allowed.
  func policy() throws -> RulesPolicy? {
    guard let file = self[.rules] else {
      if has(.user) { throw Failure(.usage, "--as goes with --rules") }
      return nil
    }
    return RulesPolicy(try SecurityRules(file: file))
  }

  /// Who asks; nil is nobody that is signed in.
  func auth() throws -> Auth? {
    guard let text = self[.user] else { return nil }
    guard text.utf8.first == UInt8(ascii: "{") else { return Auth(uid: text) }
    let claim: Claim
    do throws(RulesError) { claim = try Claim(json: text) } catch { throw Failure(.invalid, "--as is no JSON: \(error)") }
    guard case .string(let uid)? = claim["uid"] else { throw Failure(.invalid, "--as has no uid") }
    var auth = Auth(uid: uid, token: claim["token"] ?? [:])
    if case .string(let provider)? = claim["provider"] { auth.provider = provider }
    return auth
  }
}
