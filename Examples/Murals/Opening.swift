import Foundation
import Trellis
import TrellisFiles
import TrellisRules

extension Bundle {
  /// The text of a JSON file beside the program.
  fileprivate func json(_ name: String) throws -> String {
    guard let file = url(forResource: name, withExtension: "json") else {
      throw TrellisError(.notFound, "\(name).json is not among the resources of the program; build it again")
    }
    return try String(contentsOf: file, encoding: .utf8)
  }
}

extension Tree {
  /// What is in `murals.json`.
  static func murals() throws -> Tree { try Tree(json: Bundle.module.json("murals")) }
}

extension Database {
  /// A database that starts with `murals.json`, with the pictures beside it, and `rules.json` for its visitors. The program itself
  /// may do everything.
  static func murals() throws -> Database {
    let pictures = try MemoryFileStore([
      "/murals/m1.jpg": Data(repeating: 1, count: 48_000),
      "/murals/m2.jpg": Data(repeating: 2, count: 2_500_000),
    ])
    let rules = try SecurityRules(Bundle.module.json("rules"))
    return try .inMemory(.murals(), policy: RulesPolicy(rules), files: pictures).as(.administrator)
  }
}

/// The first mural and its artists, as they are in `murals.json`.
enum Known {
  static let mural: TreeKey = "-KaQYfs3kbt4XgDY0ftb"
  static let mary: TreeKey = "-KbJXK4aoXc6NZ6VwD7W"
  static let kerry: TreeKey = "-KbJbPknFNECn07m1yzy"
}
