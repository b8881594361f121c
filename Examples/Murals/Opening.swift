import Foundation
import Trellis
import TrellisFiles

extension Tree {
  /// What is in `murals.json`.
  static func murals() throws -> Tree {
    guard let file = Bundle.module.url(forResource: "murals", withExtension: "json") else {
      throw TrellisError(.notFound, "murals.json is not among the resources of the program; build it again")
    }
    return try Tree(json: String(contentsOf: file, encoding: .utf8))
  }
}

extension Database {
  /// A database that starts with `murals.json`, with the pictures beside it.
  static func murals() throws -> Database {
    let pictures = try MemoryFileStore([
      "/murals/m1.jpg": Data(repeating: 1, count: 48_000),
      "/murals/m2.jpg": Data(repeating: 2, count: 2_500_000),
    ])
    return try .inMemory(.murals(), policy: VisitorsOnlyLike(), files: pictures)
  }
}

/// The first mural and its artists, as they are in `murals.json`.
enum Known {
  static let mural: TreeKey = "-KaQYfs3kbt4XgDY0ftb"
  static let mary: TreeKey = "-KbJXK4aoXc6NZ6VwD7W"
  static let kerry: TreeKey = "-KbJbPknFNECn07m1yzy"
}
