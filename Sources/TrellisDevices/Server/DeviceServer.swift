public import TrellisDatabase
import TrellisPages
import TrellisTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Answers the calls of installations that have no access to the database, or none before login (device store §8). It knows nothing
/// of HTTP: whoever has a server mounts `sync` and `syncToken` there.
///
/// ```swift
/// let server = try DeviceServer(database)
/// let answer = await server.sync(request.body, idempotencyKey: request.header("Idempotency-Key"), userID: uid, address: request.address)
/// // send answer.status, answer.headers, answer.body
/// ```
/// An installation is known by its code, which is a secret: here only its hash is kept.
public struct DeviceServer: Sendable {
  let database: Database
  let paths: DevicePaths
  let limits: CallLimits
  let clock: any DeviceClock

  /// - Parameter configuration: where the records are; the rest of it plays no part.
  /// - Throws: `invalidCollectionPath`; `hashingUnavailable` in a build without SHA-256.
  public init(
    _ database: Database, configuration: DeviceStoreConfiguration = DeviceStoreConfiguration(), clock: any DeviceClock = SystemDeviceClock()
  ) throws {
    guard Hash.isAvailable else { throw DeviceStoreError.hashingUnavailable }
    self.database = database.as(.administrator)
    paths = try DevicePaths(configuration)
    limits = CallLimits()
    self.clock = clock
  }

  /// What is sent back.
  public struct Answer: Sendable {
    public let status: Int
    public let headers: [String: String]
    /// JSON.
    public let body: Data

    init(_ status: Int, _ body: Tree, _ more: [String: String] = [:]) {
      self.init(status, json: body.json(), more)
    }

    init(_ status: Int, json: String, _ more: [String: String] = [:]) {
      self.status = status
      headers = ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"].merging(more) { $1 }
      body = Data(json.utf8)
    }
  }

  static let mostBytes = 32 << 10

  /// Runs a call, and turns what it throws into an answer.
  func answering(_ body: () async throws -> Answer) async -> Answer {
    do { return try await body() } catch let refusal as CallRefusal { return refusal.answer } catch {
      return CallRefusal(503, "unavailable", "the database cannot be reached; try again", retryAfter: 5).answer
    }
  }

  func request(_ body: Data) throws -> Tree {
    if body.count > Self.mostBytes { throw CallRefusal(413, "too-large", "a body has up to \(Self.mostBytes) bytes") }
    let tree: Tree
    do throws(JSONError) { tree = try Tree(json: body) } catch { throw CallRefusal.invalid("body", "it is no JSON: \(error)") }
    guard tree.isNull || !tree.children.isEmpty else { throw CallRefusal.invalid("body", "it is no object") }
    return tree
  }

  // MARK: Installations

  func place(_ codeKey: TreeKey) -> TreePath { paths.installations.appending(codeKey) }

  /// A code that is none has no installation.
  func codeKey(_ request: Tree) throws -> TreeKey? {
    let code = request["code"]
    if code.isNull { return nil }
    guard let text = code.string, (1...256).contains(text.utf8.count) else { throw CallRefusal.invalid("code", "it is no code") }
    return try TreeKey(try Hash.sha256(text))
  }

  func installation(_ codeKey: TreeKey, in root: TreeSnapshot) throws -> Tree {
    let installation = root[path: place(codeKey)].tree
    if installation.isNull { throw CallRefusal(404, "unknown-code", "nobody has this code; forget it, and sync without one") }
    if installation["revoked"].bool == true {
      throw CallRefusal(410, "revoked-code", "this code has been taken back; forget it, and sync without one")
    }
    return installation
  }

  /// Decides on the tree as it is, and writes if nobody has written to the installation meanwhile.
  func deciding<Value>(
    at path: TreePath, _ body: (TreeSnapshot) throws -> (write: [TreePath: Tree], value: (Commit) -> Value)
  ) async throws -> Value {
    try await database.retrying(at: path) { _ in
      let copy = try await database.snapshot()
      let number = try await copy.commitNumber()
      let (changes, value) = try body(try await copy.get("/"))
      var write: TreeWrite
      do throws(TreeWrite.Invalid) { write = try .update(.root, changes) } catch { throw CallRefusal.invalid("body", error.message) }
      write.condition = .unchanged(since: number, at: path)
      return value(try await database.write(write))
    }
  }
}
