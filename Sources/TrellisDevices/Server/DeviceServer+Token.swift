import TrellisDatabase
import TrellisPages
import TrellisTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DeviceServer {
  /// `POST /api/device/sync_token`: takes the push token of an installation, from whoever had it before, or takes it back when it is
  /// null. The code in the answer says that it has been done.
  public func syncToken(_ body: Data) async -> Answer {
    await answering {
      let request = try request(body)
      guard let key = try codeKey(request) else { throw CallRefusal.invalid("code", "it is missing; sync first") }
      try limits.count(code: key, at: clock.now)
      let token = try Self.token(request)
      let tokenKey = try token?.key
      return try await deciding(at: place(key)) { root in
        let installation = try installation(key, in: root)
        let before = installation["tokenKey"].string.flatMap { try? TreeKey($0) }
        var changes = try release(before, unless: tokenKey, of: installation, in: root)
        for (path, value) in claim(token, tokenKey, key, installation, in: root) { changes[path] = value }
        let code = request["code"].string ?? ""
        let isNew = before != tokenKey
        return (changes, { _ in Answer(200, ["code": .string(code), "changed": .bool(isNew), "endpointState": "none"]) })
      }
    }
  }

  /// `apns` with the environment `sandbox` is a provider of its own.
  private static func token(_ request: Tree) throws -> PushToken? {
    let value = request["token"]
    if value.isNull { return nil }
    guard let text = value.string else { throw CallRefusal.invalid("token", "it is a text, or null") }
    guard let provider = request["provider"].string, (1...32).contains(provider.utf16.count) else {
      throw CallRefusal.invalid("provider", "it is missing")
    }
    let environment = request["environment"]
    guard environment.isNull || ["production", "sandbox"].contains(environment.string ?? "") else {
      throw CallRefusal.invalid("environment", "it is production or sandbox")
    }
    let token = PushToken(text, provider: provider == "apns" && environment.string == "sandbox" ? "apns-sandbox" : provider)
    guard token.isStorable, token.isPossible else {
      throw CallRefusal(422, "invalid-token", "this is no token of \(provider)", field: "token")
    }
    return token
  }

  /// Where the record of an installation is; nil when nobody is logged in there.
  private func record(of installation: Tree) -> TreePath? {
    guard let user = installation["userId"].string.flatMap({ try? TreeKey($0) }),
      let device = installation["deviceId"].string.flatMap({ try? TreeKey($0) })
    else { return nil }
    return paths.device(user, device)
  }

  /// Lets go of the token before, if the index still says that it is this installation's.
  private func release(_ before: TreeKey?, unless now: TreeKey?, of installation: Tree, in root: TreeSnapshot) throws -> [TreePath: Tree] {
    guard let before, before != now else { return [:] }
    let entry = root[path: paths.entry(before)]
    let isOurs =
      entry["deviceId"].string == installation["deviceId"].string && (entry["userId"].string ?? "") == (installation["userId"].string ?? "")
    return isOurs ? [paths.entry(before): .null] : [:]
  }

  private func claim(
    _ token: PushToken?, _ tokenKey: TreeKey?, _ codeKey: TreeKey, _ installation: Tree, in root: TreeSnapshot
  ) -> [TreePath: Tree] {
    let place = place(codeKey)
    let fields: [TreeKey: Tree] = [
      "fcmToken": token.map { .string($0.value) } ?? .null, "pushProvider": token.map { .string($0.provider) } ?? .null,
      "tokenUpdatedAt": token == nil ? .null : .timestamp,
    ]
    var changes: [TreePath: Tree] = [
      place.appending("token"): Tree.branch(fields.map { ($0.key, $0.value) }),
      place.appending("tokenKey"): tokenKey.map { .string($0.text) } ?? .null,
    ]
    let record = record(of: installation).flatMap { root[path: $0].exists ? $0 : nil }
    if let record { for (name, value) in fields { changes[record.appending(name)] = value } }
    guard let token, let tokenKey else { return changes }
    // Of nobody, when nobody is logged in: then it names the installation only.
    let user = record == nil ? "" : installation["userId"].string ?? ""
    changes[paths.entry(tokenKey)] = [
      "userId": .string(user), "deviceId": installation["deviceId"], "provider": .string(token.provider), "updatedAt": .timestamp,
    ]
    for (path, value) in clearing(tokenKey, except: codeKey, record, in: root) { changes[path] = value }
    return changes
  }

  /// Takes the token from other installations, and from the records that have it.
  private func clearing(_ tokenKey: TreeKey, except codeKey: TreeKey, _ record: TreePath?, in root: TreeSnapshot) -> [TreePath: Tree] {
    var changes: [TreePath: Tree] = [:]
    for (key, other) in root[path: paths.installations].children where key != codeKey && other["tokenKey"].string == tokenKey.text {
      changes[place(key).appending("token")] = .null
      changes[place(key).appending("tokenKey")] = .null
    }
    let entry = root[path: paths.entry(tokenKey)]
    guard let user = entry["userId"].string.flatMap({ try? TreeKey($0) }),
      let device = entry["deviceId"].string.flatMap({ try? TreeKey($0) })
    else { return changes }
    let other = paths.device(user, device)
    guard other != record, DeviceAdministration.tokenKey(of: root[path: other].tree) == tokenKey else { return changes }
    for name: TreeKey in ["fcmToken", "pushProvider", "pushEndpoint", "tokenUpdatedAt"] { changes[other.appending(name)] = .null }
    return changes
  }
}

extension PushToken {
  /// Whether a service could have made it: APNs tokens are hexadecimal, no token has space in it.
  fileprivate var isPossible: Bool {
    let bytes = value.utf8
    if provider.hasPrefix("apns") { return bytes.count >= 64 && bytes.count.isMultiple(of: 2) && value.allSatisfy(\.isHexDigit) }
    return bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }
}
