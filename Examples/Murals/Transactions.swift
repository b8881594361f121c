import Trellis

extension Story {
  /// Changes that start from the newest value, whoever else writes.
  func transactions() async throws {
    output.chapter("Transactions")

    let mural = try await theMural()
    try await mural.transaction { $0.likes += 1 }
    output.show("mural.transaction { $0.likes += 1 }", "likes \(mural.likes)")

    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { try await Mural.find(Known.mural)?.transaction { $0.likes += 1 } } }
      try await group.waitForAll()
    }
    try await mural.load()
    output.show("20 of them at once", "likes \(mural.likes)")

    // The same by path, without a model. Returning nil gives up.
    let path = Mural.collection.appending(Known.mural).appending("likes")
    let result = try await Database.current.transaction(path) { likes in
      guard let likes = likes.int, likes < 10 else { return nil }
      return .int(likes + 1)
    }
    output.show("database.transaction(path) { … nil }", "committed \(result.isCommitted), still \(result.value)")
  }
}
