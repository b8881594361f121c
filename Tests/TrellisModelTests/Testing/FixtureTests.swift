import Foundation
import TestSupport
import Testing
import Trellis
import TrellisTesting

struct FixtureTests {
  /// A folder with fixtures, and the path that a test beside them would have.
  private static let test: String = {
    let folder = FileManager.default.temporaryDirectory.appending(component: "trellis-fixtures-\(UUID().uuidString)")
    let files = [
      "artists.json": #"{"artists": {"a1": {"country": "US", "born": 1907, ".priority": 2}, "a2": {"country": "GB"}}}"#,
      "broken.json": "{\"artists\":\n  {\"a1\": }}", "illegal.json": #"{"artists": {"a.b": 1}}"#, "empty.json": "",
    ]
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in files { try Data(text.utf8).write(to: folder.appending(component: name)) }
    } catch {
      Issue.record(error, "the fixtures could not be written")
    }
    return folder.appending(component: "SomeTests.swift").path
  }()

  @Test("a trait reads a JSON file beside the test", .inMemoryDatabase(json: "artists.json", beside: Self.test), arguments: 0..<4)
  func jsonTrait(number: Int) async throws {
    #expect(try await Artist.all().map(\.country) == ["GB", "US"])
    #expect(try await Artist.find("a1")?.snapshot.node.priority == 2)
    try await Artist.keyOnly("a1").delete()
    #expect(try await Artist.query().count() == 1)
  }

  @Test(
    "with a policy",
    .inMemoryDatabase(json: "artists.json", beside: Self.test, policy: Lockable("artists")))
  func jsonTraitWithPolicy() async throws {
    await expectError(.permissionDenied) { try await Artist.keyOnly("a1").delete() }
  }

  @Test("a tree by the name of its file, and by its place")
  func trees() throws {
    let tree = try Fixture.tree(named: "artists.json", beside: Self.test)
    #expect(tree["artists"]["a1"]["born"].int == 1907)
    let url = URL(fileURLWithPath: Self.test).deletingLastPathComponent().appending(component: "artists.json")
    #expect(try Fixture.tree(at: url) == tree)
  }

  @Test("a file that is not there is an error that names it, also beside this test")
  func missing() async throws {
    let error = await expectError(.notFound) { try Fixture.tree(named: "nothing.json", beside: Self.test) }
    #expect(error?.message.contains("nothing.json") == true)
    #expect(error?.underlying != nil)
    let here = await expectError(.notFound) { try Fixture.tree(named: "nothing.json") }
    #expect(here?.message.contains("TrellisModelTests") == true)
  }

  @Test("what is no JSON is an error with file, line and column", arguments: ["broken.json", "illegal.json", "empty.json"])
  func noJSON(name: String) async throws {
    let error = await expectError(.invalid) { try Fixture.tree(named: name, beside: Self.test) }
    #expect(error?.message.contains(name) == true)
    #expect(error?.message.contains("line ") == true)
    #expect(error?.underlying is JSONError)
    if name == "broken.json" { #expect((error?.underlying as? JSONError)?.line == 2) }
  }

  @Test("an illegal key of a fixture is named")
  func illegalKey() async throws {
    let error = await expectError(.invalid) { try Fixture.tree(named: "illegal.json", beside: Self.test) }
    #expect(error?.message.contains("a.b") == true)
  }
}
