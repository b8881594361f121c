import TrellisDatabase

/// What a file can do and a server could not.
#if SQLite
  import TrellisSQLite

  extension Location {
    func openFile(readOnly: Bool, _ policy: (any AccessPolicy)?) async throws -> Database {
      try await Database.open(at: path, readOnly: readOnly, policy: policy)
    }

    func makeFile<Value>(_ body: (Database) async throws -> Value) async throws -> Value { try await Database.create(at: path, body) }

    func refresh(_ database: Database) async throws { try await database.refresh() }

    func compact(_ database: Database) async throws { try await database.compact() }

    func backup(to target: String) async throws { try await DatabaseFile(at: path).backup(to: target) }

    /// What is wrong.
    func check() async throws -> [String] { try await DatabaseFile(at: path).check() }

    /// How much could be saved, in words.
    func salvage(to target: String) async throws -> String {
      let saved = try await DatabaseFile(at: path).salvage(to: target)
      if saved.isIncomplete {
        return "\(saved.rows) rows were saved; an unknown number could not be reached, so parts of the tree are missing"
      }
      return "\(saved.rows) rows were saved, \(saved.lostRows == 0 ? "none was lost" : "\(saved.lostRows) could not be read")"
    }
  }
#else
  extension Location {
    private var failure: Failure {
      Failure(.usage, "this trellis was built without SQLite and opens no files; build it with the trait SQLite")
    }

    func openFile(readOnly: Bool, _ policy: (any AccessPolicy)?) async throws -> Database { throw failure }
    func makeFile<Value>(_ body: (Database) async throws -> Value) async throws -> Value { throw failure }
    func refresh(_ database: Database) async throws { throw failure }
    func compact(_ database: Database) async throws { throw failure }
    func backup(to target: String) async throws { throw failure }
    func check() async throws -> [String] { throw failure }
    func salvage(to target: String) async throws -> String { throw failure }
  }
#endif
