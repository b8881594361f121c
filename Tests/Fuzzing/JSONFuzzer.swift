import TrellisPages
import TrellisTree

/// JSON text of any bytes: never a crash, and the same by all ways in and out.
///
/// The first byte chooses the options, the second how long the pieces are; the text is what follows.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard count >= 2 else { return 0 }
  var options = JSONOptions()
  if start[0] & 1 == 1 { options.dotKeys = .skip }
  if start[0] & 2 == 2 { options.duplicateKeys = .refuse }
  if start[0] & 4 == 4 { options.maximumDepth = 5 }
  let text = Array(UnsafeBufferPointer(start: start + 2, count: count - 2))
  let length = 1 + Int(start[1])

  let whole = outcome { try TreeSnapshot(jsonBytes: text, options: options) }
  require(whole == arenaOutcome(text, length, options), "in one and in pieces of \(length)")
  let tree = outcome { TreeSnapshot(try Tree(jsonBytes: text, options: options).withoutPlaceholders()) }
  require(whole == tree || whole.hasPrefix("unknown-server-value") || tree == "placeholder", "pages and Tree: \(whole), \(tree)")
  return 0
}

/// What a text comes to: the tree as text, or the error.
private func outcome(_ read: () throws -> TreeSnapshot) -> String {
  do {
    let snapshot = try read()
    let text = snapshot.json(.export)
    require((try? TreeSnapshot(jsonBytes: Array(text.utf8)))?.isEqual(to: snapshot) == true, "what was written reads as the same: \(text)")
    require(text == snapshot.tree.json(.export), "both writers write the same")
    require(snapshot.json() == snapshot.tree.json(), "both writers write the same plain text")
    return text
  } catch let error as JSONError {
    return "\(error.reason.rawValue) \(error)"
  } catch {
    return "\(error)"
  }
}

private func arenaOutcome(_ text: [UInt8], _ length: Int, _ options: JSONOptions) -> String {
  let arena = Arena()
  let result = outcome {
    var place = 0
    var edit = arena.begin()
    try edit.set(
      [],
      jsonPieces: {
        guard place < text.count else { return nil }
        let end = min(place + length, text.count)
        defer { place = end }
        return Array(text[place..<end])
      }, options: options)
    _ = edit.publish()
    return arena.pin()
  }
  let problems = arena.brokenInvariants()
  require(problems.isEmpty, "\(problems)")
  arena.requireNothingLeft()
  return result
}

extension Tree {
  /// Pages hold no placeholders, and refuse texts that have one.
  fileprivate func withoutPlaceholders() throws -> Tree {
    struct Placeholder: Error, CustomStringConvertible { var description: String { "placeholder" } }
    func check(_ node: Tree) throws {
      for leaf in [node.leaf, node.priorityLeaf] { if case .serverValue? = leaf { throw Placeholder() } }
      for (_, child) in node.children { try check(child) }
    }
    try check(self)
    return self
  }
}
