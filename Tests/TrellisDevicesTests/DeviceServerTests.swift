import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisDevices
import TrellisEngine
import TrellisTree
import VectorSupport

/// The calls of installations that have no access to the database.
@Suite(.hangGuard) struct DeviceServerTests {
  private let database = Database.inMemory()
  private let clock = ManualClock(1_700_000_000_000)
  private let server: DeviceServer
  private static let info = #""device":{"name":"Phone","os":"iOS 17","type":"iOS","appVersion":"1"}"#

  init() throws { server = try DeviceServer(database, clock: clock) }

  private func sync(_ body: String, _ key: String? = UUID().uuidString, user: String? = nil, address: String = "a") async
    -> DeviceServer.Answer
  {
    await server.sync(Data(body.utf8), idempotencyKey: key, userID: user, address: address)
  }

  private func json(_ answer: DeviceServer.Answer) throws -> RawJSON { try RawJSON(Array(answer.body)) }

  private func expectRefusal(
    _ answer: DeviceServer.Answer, _ status: Int, _ code: String, field: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let body = try json(answer)
    let error = body["error"]
    #expect(
      answer.status == status && error?["code"]?.string == code && error?["field"]?.string == field, "\(answer.status) \(body)",
      sourceLocation: sourceLocation)
    #expect(answer.headers["Cache-Control"] == "no-store", sourceLocation: sourceLocation)
  }

  private func newCode() async throws -> String { try #require(try json(await sync("{\(Self.info)}"))["code"]?.string) }

  @Test("an installation is made once, however often its first answer is lost, and its code is not kept")
  func creating() async throws {
    let key = UUID().uuidString
    let first = await sync(#"{\#(Self.info),"settings":{"sound":"chime"}}"#, key)
    let answer = try json(first)
    let code = try #require(answer["code"]?.string)
    #expect(first.status == 201 && answer["created"]?.bool == true && answer["loggedIn"]?.bool == false && answer["userId"]?.isNull == true)
    #expect(
      code.utf8.count == 43 && answer["settings"]?["sound"]?.string == "chime"
        && first.headers["Content-Type"] == "application/json; charset=utf-8")
    let again = await sync("{\(Self.info)}", key)
    let repeated = try json(again)
    #expect(again.status == 201 && repeated["code"]?.string == code)
    #expect(try await database.get("/").tree.json().contains(code) == false)
    #expect(try await database.get("device-installations").count == 2, "the installation, and the note of the request")
    clock.advance(to: clock.milliseconds + 24 * 3_600_000)
    #expect(try json(await sync("{\(Self.info)}", key))["code"]?.string != code, "after a day it is another request")
  }

  @Test("several first calls with one key at the same time make one installation")
  func racing() async throws {
    let key = UUID().uuidString
    let codes = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<8 { group.addTask { try json(await sync("{\(Self.info)}", key))["code"]?.string } }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(codes.count == 1)
  }

  @Test("a known code brings the newest of what a device says about itself")
  func renewing() async throws {
    let code = try await newCode()
    let answer = await sync(#"{"code":"\#(code)","device":{"name":"New","os":"iOS 18","type":"iOS"},"settings":{"badge":true}}"#, nil)
    let renewed = try json(answer)
    #expect(answer.status == 200 && renewed["created"]?.bool == false && renewed["settings"]?["badge"]?.bool == true)
    let installation = try #require(try await database.get("device-installations").children.first { $0.key.text.count == 64 })
    #expect(installation.node["device"]["name"].string == "New" && !installation.node["device"]["appVersion"].exists)
    try await database.set(TreePath(["device-installations", installation.key, "userId"]), "ann")
    try expectRefusal(await sync(#"{"code":"\#(code)",\#(Self.info)}"#, nil, user: "bob"), 409, "user-mismatch")
    #expect(try json(await sync(#"{"code":"\#(code)",\#(Self.info)}"#, nil, user: "ann"))["userId"]?.string == "ann")
    try await database.set(TreePath(["device-installations", installation.key, "revoked"]), true)
    try expectRefusal(await sync(#"{"code":"\#(code)",\#(Self.info)}"#, nil), 410, "revoked-code")
  }

  @Test("what is wrong is named")
  func refusing() async throws {
    try expectRefusal(await sync("{\(Self.info)}", nil), 400, "invalid-argument", field: "Idempotency-Key")
    try expectRefusal(await sync("{\(Self.info)}", "guess"), 400, "invalid-argument", field: "Idempotency-Key")
    try expectRefusal(await sync("{"), 400, "invalid-argument", field: "body")
    try expectRefusal(await sync("[]x"), 400, "invalid-argument", field: "body")
    try expectRefusal(await sync("{}"), 400, "invalid-argument", field: "device")
    try expectRefusal(await sync(#"{"device":{"os":"x","type":"y"}}"#), 400, "invalid-argument", field: "device.name")
    try expectRefusal(
      await sync(#"{"device":{"name":"x","os":"x","type":"y","deviceId":"1"}}"#), 400, "invalid-argument", field: "device.deviceId")
    try expectRefusal(
      await sync(#"{"device":{"name":"x","os":"x","type":"y","notificationPermission":"maybe"}}"#), 400, "invalid-argument",
      field: "device.notificationPermission")
    try expectRefusal(await sync(#"{\#(Self.info),"settings":5}"#), 400, "invalid-argument", field: "settings")
    try expectRefusal(await sync(#"{"code":"nobody's",\#(Self.info)}"#, nil), 404, "unknown-code")
    try expectRefusal(await sync("{\"x\":\"\(String(repeating: "x", count: 33_000))\"}"), 413, "too-large")
    #expect(try await database.get("/").exists == false)
  }

  @Test("calls are counted, and those who make too many wait")
  func limiting() async throws {
    let code = try await newCode()
    for _ in 0..<30 { #expect(await sync(#"{"code":"\#(code)",\#(Self.info)}"#, nil).status == 200) }
    let refused = await sync(#"{"code":"\#(code)",\#(Self.info)}"#, nil)
    try expectRefusal(refused, 429, "rate-limited")
    #expect(refused.headers["Retry-After"] == "600")
    clock.advance(to: clock.milliseconds + 600_000)
    #expect(await sync(#"{"code":"\#(code)",\#(Self.info)}"#, nil).status == 200)
    for _ in 0..<60 { _ = await sync("{\(Self.info)}", address: "b") }
    try expectRefusal(await sync("{\(Self.info)}", address: "b"), 429, "rate-limited")
    #expect(await sync("{\(Self.info)}", address: "c").status == 201)
  }

  @Test("a database that is closed is unavailable")
  func unavailable() async throws {
    try await database.close()
    let answer = await sync("{\(Self.info)}")
    try expectRefusal(answer, 503, "unavailable")
    #expect(answer.headers["Retry-After"] != nil)
  }

  // MARK: Tokens

  private func syncToken(_ code: String, _ token: String?, _ more: String = #","provider":"fcm""#) async -> DeviceServer.Answer {
    await server.syncToken(Data(#"{"code":"\#(code)","token":\#(token.map { "\"\($0)\"" } ?? "null")\#(more)}"#.utf8))
  }

  @Test("a token is the installation's, until another one has it")
  func tokens() async throws {
    let (one, two) = (try await newCode(), try await newCode())
    let first = await syncToken(one, "t1")
    let taken = try json(first)
    #expect(
      first.status == 200 && taken["code"]?.string == one && taken["changed"]?.bool == true && taken["endpointState"]?.string == "none")
    #expect(try json(await syncToken(one, "t1"))["changed"]?.bool == false)
    let key = try PushToken("t1").key
    #expect(try await database.get(TreePath(["push-tokens", key, "userId"])).string == "")
    #expect(await syncToken(two, "t1").status == 200)
    let installations = try await database.get("device-installations").tree.children.filter { $0.key.text.count == 64 }
    #expect(installations.filter { !$0.value["tokenKey"].isNull }.count == 1)
    #expect(await syncToken(two, "t2").status == 200)
    #expect(try await database.get("push-tokens").tree.children.keys == [try PushToken("t2").key])
    #expect(await syncToken(two, nil, "").status == 200)
    #expect(try await database.get("push-tokens").exists == false)
  }

  @Test("of an installation with a user it is the user's, and no other record keeps it")
  func tokensOfUsers() async throws {
    let code = try await newCode()
    let (key, installation) = try #require(try await database.get("device-installations").tree.children.first { $0.key.text.count == 64 })
    let id = try #require(installation["deviceId"].string)
    let record: Tree = ["deviceId": .string(id), "name": "x", "os": "x", "type": "iOS"]
    try await database.update(
      "/",
      [
        TreePath(["device-installations", key, "userId"]): "ann",
        TreePath(["user-devices", "ann", "devices", TreeKey(stringLiteral: id)]): record,
      ])
    try await database.update(
      "/",
      [
        "user-devices/bob/devices/phone-0001": ["deviceId": "phone-0001", "name": "x", "os": "x", "type": "iOS", "fcmToken": "t1"],
        TreePath(["push-tokens", try PushToken("t1").key]): ["userId": "bob", "deviceId": "phone-0001", "provider": "fcm", "updatedAt": 1],
      ])
    #expect(await syncToken(code, "t1").status == 200)
    let administration = try DeviceAdministration(database)
    #expect(try await administration.recipients(of: "ann").map(\.token.value) == ["t1"])
    #expect(try await administration.recipients(of: "bob").isEmpty)
    #expect(try await database.get("user-devices/bob/devices/phone-0001/fcmToken").exists == false)
  }

  @Test("what no service could have made is no token")
  func impossibleTokens() async throws {
    let code = try await newCode()
    try expectRefusal(await syncToken(code, "t 1"), 422, "invalid-token", field: "token")
    try expectRefusal(await syncToken(code, "xyz", #","provider":"apns""#), 422, "invalid-token", field: "token")
    try expectRefusal(await syncToken(code, ""), 422, "invalid-token", field: "token")
    try expectRefusal(await syncToken(code, "t1", ""), 400, "invalid-argument", field: "provider")
    try expectRefusal(
      await syncToken(code, "t1", #","provider":"apns","environment":"home""#), 400, "invalid-argument", field: "environment")
    try expectRefusal(await syncToken("nobody's", "t1"), 404, "unknown-code")
    let apns = String(repeating: "0a", count: 32)
    #expect(await syncToken(code, apns, #","provider":"apns","environment":"sandbox""#).status == 200)
    #expect(try await database.get(TreePath(["push-tokens", try PushToken(apns, provider: "apns-sandbox").key])).exists)
  }
}
