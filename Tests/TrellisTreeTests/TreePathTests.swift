import Testing
import TrellisTree
import VectorSupport

@Suite("Paths") struct TreePathTests {
  @Test(
    "text is split at slashes and empty pieces are dropped",
    arguments: [
      ("", "/"), ("/", "/"), ("//", "/"), ("a", "/a"), ("/a", "/a"), ("a/", "/a"), ("//a//b/", "/a/b"), ("a/b/c", "/a/b/c"), (" ", "/ "),
      ("a%2Fb", "/a%2Fb"), ("0/00", "/0/00"),
    ])
  func splitting(text: String, normal: String) throws {
    let path = try TreePath(text)
    #expect(path.description == normal)
    #expect(try TreePath(normal) == path)
  }

  @Test("a combining mark after a slash is a piece of its own")
  func combiningMark() throws {
    let path = try path("a/\u{301}b")
    #expect(path.keys.count == 2)
    #expect(path.description.utf8.elementsEqual("/a/\u{301}b".utf8))
  }

  @Test("key, parent, contains, appending")
  func parts() throws {
    let path: TreePath = "murals/m1/name"
    #expect(path.key == "name" && path.parent == "murals/m1" && path.parent?.parent?.parent == .root)
    #expect(TreePath.root.key == nil && TreePath.root.parent == nil && TreePath.root.isRoot)
    #expect(TreePath("murals").contains(path) && path.contains(path) && TreePath.root.contains(path))
    #expect(!path.contains("murals/m1") && !TreePath("murals/m").contains(path) && !TreePath("mural").contains("murals"))
    #expect(TreePath("a").appending("b" as TreeKey).appending(path: "c/d") == "a/b/c/d")
    #expect(TreePath.root.appending(path: path) == path && path.appending(path: .root) == path)
    #expect(try TreePath("a").appending(text: "/b//c/") == "a/b/c")
    #expect(try TreePath("a").appending(text: "/") == "a")
  }

  @Test(
    "illegal text is refused as a path, and the error says which",
    arguments: [
      "a.b", "a#b", "a$b", "a[b", "a]b", "a\u{0}b", "a\u{1F}b", "a\u{7F}b", "a\nb", ".", "..", ".priority", ".value", ".sv", "a/.priority",
    ] as [Quoted])
  func illegal(quoted: Quoted) throws {
    let text = quoted.text
    let error = try #require(throws: TreePath.Invalid.self) { try TreePath(text) }
    #expect(error.reason == .path && error.text == text && error.reason.rawValue == "invalid-path")
    #expect(error.description.contains("is not a legal path"))
  }

  @Test("appending text needs some")
  func emptyText() throws {
    let error = try #require(throws: TreePath.Invalid.self) { try TreePath("a").appending(text: "") }
    #expect(error.message.contains("`/`"), "the message names the cure")
  }

  @Test("only the first piece may be .info")
  func info() throws {
    #expect(try path(".info/connected").isInfo)
    #expect(try path("//.info").isInfo)
    #expect(try TreePath.root.appending(text: ".info").isInfo)
    #expect(TreePath("info").isInfo == false)
    for text in [".infox", "a/.info", ".info/.info", ".info/a.b", ".Info"] {
      #expect(throws: TreePath.Invalid.self) { try TreePath(text) }
    }
    #expect(throws: TreePath.Invalid.self) { try TreePath("a").appending(text: ".info") }
  }

  @Test("order is piece by piece in key order, a prefix first")
  func order() {
    let sorted: [TreePath] = ["/", "2", "2/x", "10", "10/2", "10/10", "10/10/0", "10/a", "A", "a", "a/1", "a/1/z", "a/b", "a-", "aa"]
    #expect(sorted.shuffled().sorted() == sorted)
  }

  @Test("paths with keys that differ only in Unicode form are two paths")
  func unicodeForms() {
    let (a, b): (TreePath, TreePath) = ("n/\u{E9}", "n/e\u{301}")
    #expect(a != b && Set([a, b]).count == 2 && b < a)
  }

  @Test("coding keeps the text; decoding checks it")
  func coding() throws {
    let path: TreePath = "a/007/\u{E9}"
    #expect(try TreeEncoder().encode(path).string == "/a/007/\u{E9}")
    #expect(try TreeDecoder().decode(TreePath.self, from: TreeEncoder().encode(path)) == path)
    #expect(throws: DecodingError.self) { try TreeDecoder().decode(TreePath.self, from: "a.b") }
    #expect(try TreeDecoder().decode(TreePath.self, from: TreeEncoder().encode(TreePath.root)) == .root)
  }
}
