public import Testing
public import Trellis

/// What an access policy says, tried out on a database without writing anything.
extension Database {
  public enum Access: String, Sendable {
    case read
    /// Replaces the place by a value; null deletes.
    case write
    /// Takes the value's members for paths below the place.
    case update
  }

  /// Whether who asks may do that. When not, the test shows why: which rules were asked, and what they came to.
  ///
  /// ```swift
  /// let database = Database.inMemory(policy: RulesPolicy(rules))
  /// #expect(await database.as("alice").allows(.write, "murals/m1", ["owner": "alice"]))
  /// #expect(await database.as("bob").denies(.write, "murals/m1/name", "Mine"))
  /// ```
  /// Values that the database could not store are not allowed, either.
  public func allows(
    _ access: Access, _ path: TreePath, _ value: Tree = .null, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    guard let refusal = await refusal(access, path, value) else { return true }
    Issue.record("\(refusal)", severity: .warning, sourceLocation: sourceLocation)
    return false
  }

  /// Whether who asks may not do that, because the policy refuses it. When it is allowed, or fails for another reason, the test
  /// shows that.
  public func denies(
    _ access: Access, _ path: TreePath, _ value: Tree = .null, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    let refusal = await refusal(access, path, value)
    if let error = refusal as? TrellisError, error.code == .permissionDenied { return true }
    let who = auth.map { $0.isAdministrator ? "the administrator" : "\($0.uid)" } ?? "nobody signed in"
    Issue.record(
      refusal.map { "refused for another reason: \($0)" } ?? "\(access.rawValue) of \(path) as \(who): allowed", severity: .warning,
      sourceLocation: sourceLocation)
    return false
  }

  private func refusal(_ access: Access, _ path: TreePath, _ value: Tree) async -> (any Error)? {
    do {
      switch access {
      case .read: _ = try await get(path)
      case .write: try await tryOut(.set(path, value))
      case .update: try await tryOut(.update(path, tree: value))
      }
      return nil
    } catch {
      return error
    }
  }

  private func tryOut(_ write: TreeWrite) async throws {
    guard let local = datastore as? LocalDatastore else {
      throw TrellisError(.invalid, "writes can be tried out on a database in this process only, not on \(type(of: datastore))")
    }
    try await local.tryOut(write, as: auth)
  }
}

extension Auth: ExpressibleByStringLiteral {
  /// A user of this id, of whom nothing else is known: for tests.
  public init(stringLiteral uid: String) { self.init(uid: uid) }
}
