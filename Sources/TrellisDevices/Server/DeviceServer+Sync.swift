import TrellisDatabase
import TrellisPages
import TrellisTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DeviceServer {
  /// `POST /api/device/sync`: makes an installation and gives it its code, or takes the newest of what it says about itself.
  ///
  /// - Parameters:
  ///   - body: the body of the request.
  ///   - idempotencyKey: the header `Idempotency-Key`. With one that was used within the last day the same code is given again.
  ///   - userID: whom the bearer token names, verified; nil without one.
  ///   - address: where the call comes from, to limit how many codes it gets.
  public func sync(_ body: Data, idempotencyKey: String? = nil, userID: String? = nil, address: String) async -> Answer {
    await answering {
      let request = try request(body)
      let info = try InstallationInfo(request)
      if let key = try codeKey(request) { return try await renew(key, request, info, userID) }
      return try await create(info, idempotencyKey, address)
    }
  }

  // MARK: A known code

  private func renew(_ key: TreeKey, _ request: Tree, _ info: InstallationInfo, _ userID: String?) async throws -> Answer {
    try limits.count(code: key, at: clock.now)
    return try await deciding(at: place(key)) { root in
      let installation = try installation(key, in: root)
      let linked = installation["userId"].string
      if let userID, let linked, !linked.utf8.elementsEqual(userID.utf8) {
        throw CallRefusal(409, "user-mismatch", "the installation belongs to another user; log out, and in again")
      }
      var changes: [TreePath: Tree] = [place(key).appending("device"): info.tree, place(key).appending("lastSeenAt"): .timestamp]
      for (name, value) in info.settings { changes[place(key).appending("settings").appending(name)] = value }
      let id = installation["deviceId"].string ?? ""
      for (path, value) in try record(of: installation, in: root, info) { changes[path] = value }
      let settings = info.settings.reduce(into: installation["settings"]) { $0[path: TreePath([$1.0])] = $1.1 }
      return (
        changes,
        { commit in
          Answer(200, json: Self.body(request["code"].string ?? "", created: false, id, linked, settings, commit.milliseconds))
        }
      )
    }
  }

  /// What the linked user's record takes of it.
  private func record(of installation: Tree, in root: TreeSnapshot, _ info: InstallationInfo) throws -> [TreePath: Tree] {
    guard let user = installation["userId"].string.flatMap({ try? TreeKey($0) }),
      let device = installation["deviceId"].string.flatMap({ try? TreeKey($0) }),
      root[path: paths.device(user, device)].exists
    else { return [:] }
    let place = paths.device(user, device)
    var changes = Dictionary(info.fields.map { (place.appending($0.0), $0.1) }) { $1 }
    changes[place.appending("lastSeenAt")] = .timestamp
    for (name, value) in info.settings { changes[place.appending("settings").appending(name)] = value }
    return changes
  }

  private static func body(
    _ code: String, created: Bool, _ deviceID: String, _ userID: String?, _ settings: Tree, _ milliseconds: Int64
  ) -> String {
    // Written by hand, for a tree has no null.
    let members = [
      "\"code\":\(quoted(code))", "\"created\":\(created)", "\"deviceId\":\(quoted(deviceID))", "\"loggedIn\":\(userID != nil)",
      "\"userId\":\(userID.map { quoted($0) } ?? "null")", "\"settings\":\(settings.isNull ? "{}" : settings.json())",
      "\"serverTime\":\(milliseconds)",
    ]
    return "{\(members.joined(separator: ","))}"
  }

  static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.append(quoted: text)
    return writer.text
  }

  // MARK: A new one

  private static let idempotencyMilliseconds: Int64 = 24 * 3_600_000

  /// Another call with the same key has been answered meanwhile.
  private struct AlreadyMade: Error { let code: String }

  private func create(_ info: InstallationInfo, _ idempotencyKey: String?, _ address: String) async throws -> Answer {
    guard let secret = idempotencyKey, UUID(uuidString: secret) != nil else {
      throw CallRefusal.invalid("Idempotency-Key", "a sync without code has this header, with a UUID that is kept as a secret")
    }
    let note = paths.installations.appending("requests").appending(try TreeKey(try Hash.sha256("idempotency:\(secret)")))
    // What hides the code that was given: only who has the key can make it.
    let pad = try Hash.sha256(Array("code:\(secret)".utf8))
    let made = SecretBytes.make(32)
    let (now, newID) = (clock.milliseconds, UUID().uuidString.lowercased())
    if let code = try await repeated(note, pad, now) { return try await repeatAnswer(code) }
    try limits.count(newCodesOf: address, at: clock.now)
    do {
      return try await make(made, newID, at: note, pad, now, info)
    } catch let already as AlreadyMade {
      return try await repeatAnswer(already.code)
    }
  }

  private func make(
    _ made: [UInt8], _ newID: String, at note: TreePath, _ pad: [UInt8], _ now: Int64, _ info: InstallationInfo
  ) async throws -> Answer {
    try await deciding(at: note) { root in
      if let code = Self.code(in: root[path: note].tree, pad, now) { throw AlreadyMade(code: code) }
      let code = SecretBytes.base64URL(made)
      let key = try TreeKey(try Hash.sha256(code))
      let id = info.deviceID ?? newID
      let settings = Tree.branch(info.settings)
      let installation: Tree = [
        "deviceId": .string(id), "device": info.tree, "settings": settings, "createdAt": .timestamp, "lastSeenAt": .timestamp,
      ]
      let sealed = Hash.hexadecimal(zip(made, pad).map { $0 ^ $1 })
      var changes: [TreePath: Tree] = [place(key): installation, note: ["sealed": .string(sealed), "at": .int(now)]]
      for (path, value) in outdated(root, now) where path != note { changes[path] = value }
      return (changes, { commit in Answer(201, json: Self.body(code, created: true, id, nil, settings, commit.milliseconds)) })
    }
  }

  private func repeated(_ note: TreePath, _ pad: [UInt8], _ now: Int64) async throws -> String? {
    Self.code(in: try await database.get(note).tree, pad, now)
  }

  /// The code that a note hides; nil when there is none, or it is too old.
  private static func code(in note: Tree, _ pad: [UInt8], _ now: Int64) -> String? {
    guard let sealed = note["sealed"].string, let at = note["at"].int, now - at < idempotencyMilliseconds else { return nil }
    let digits = Array(sealed.utf8)
    guard digits.count == 64 else { return nil }
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16) }
    return bytes.count == 32 ? SecretBytes.base64URL(zip(bytes, pad).map { $0 ^ $1 }) : nil
  }

  private func repeatAnswer(_ code: String) async throws -> Answer {
    let key = try TreeKey(try Hash.sha256(code))
    let root = try await database.get("/")
    let installation = try installation(key, in: root)
    return Answer(
      201,
      json: Self.body(
        code, created: true, installation["deviceId"].string ?? "", installation["userId"].string, installation["settings"],
        clock.milliseconds))
  }

  /// Notes of more than a day ago, some at a time.
  private func outdated(_ root: TreeSnapshot, _ now: Int64) -> [TreePath: Tree] {
    let place = paths.installations.appending("requests")
    let old = root[path: place].children.lazy.filter { now - ($0.node["at"].int ?? 0) >= Self.idempotencyMilliseconds }.prefix(16)
    return Dictionary(old.map { (place.appending($0.key), Tree.null) }) { $1 }
  }
}
