public import Testing
public import Trellis

/// Laws that every class of models obeys, to run against your own, on any database.
///
/// ```swift
/// @Test func murals() async throws {
///   try await ModelConformance(Mural.self) { $0.name = "Wave"; $0.likes = 3 }.all()
/// }
/// @Test(arguments: Backend.allCases) func murals(on backend: Backend) async throws {
///   try await ModelConformance(Mural.self, in: backend.open) { $0.name = "Wave" }.all()
/// }
/// ```
/// They find a field whose type does not read what it stores, a `validate()` that refuses what it should not, an `init(snapshot:)` with
/// effects, a class that loses what it does not know. A broken law is an issue of the test, which names the law. Laws about saving and
/// deleting are there for classes that may save and delete.
///
/// ## Topics
/// - All of them: `all()`
/// - Reading and inserting: `makingHasNoEffects()`, `insertThenFind()`, `fieldsReadAsAssigned()`, `takenKeysAreRefused()`,
///   `keysAreTimeOrdered()`, `keyOnlyThenLoad()`, `absentIsNil()`, `pagesEnd()`, `listsAreFollowed()`, `refusedInsertsLeaveNothing()`
/// - Saving: `savingNothingWritesNothing()`, `unknownFieldsSurvive()`, `discardingRestores()`, `failedSavesKeepChanges()`,
///   `savesMayBeRepeated()`, `transactionsAreSerial()`
/// - Deleting: `deleteThenFindNothing()`
public struct ModelConformance<M: Queryable & Insertable> {
  let open: () async throws -> Database
  let fill: (M) throws -> Void
  let laws: Laws

  /// - Parameters:
  ///   - open: gives a database, for each law anew; it may be the same one.
  ///   - fill: assigns fields of a new model, at least one, such that it may be inserted.
  public init(
    _ type: M.Type, in open: @escaping () async throws -> Database = { Database.inMemory() },
    sourceLocation: SourceLocation = #_sourceLocation, _ fill: @escaping (M) throws -> Void
  ) {
    self.open = open
    self.fill = fill
    laws = Laws(sourceLocation: sourceLocation)
  }

  func insert(in database: Database) async throws -> M { try await M.insert(in: database, fill) }

  /// Runs every law.
  public func all() async throws { try await lawsOfReading() }

  func lawsOfReading() async throws {
    makingHasNoEffects()
    try await insertThenFind()
    try fieldsReadAsAssigned()
    try await takenKeysAreRefused()
    try await keysAreTimeOrdered()
    try await keyOnlyThenLoad()
    try await absentIsNil()
    try await pagesEnd()
    try await listsAreFollowed()
    try await refusedInsertsLeaveNothing()
  }
}

// MARK: Laws of reading and inserting

extension ModelConformance {
  /// `init(snapshot:)` is called often, also for nothing: it changes nothing.
  public func makingHasNoEffects() {
    laws.check(!M(snapshot: .unbound).hasChanges, "\(M.self).init(snapshot:) assigns fields; assign them when inserting")
    laws.check(M(snapshot: .unbound).key.text.isEmpty, "a draft of \(M.self) has a key")
  }

  /// What was inserted is found, by its key and among all.
  public func insertThenFind() async throws {
    let database = try await open()
    let inserted = try await insert(in: database)
    laws.check(inserted.exists && inserted.isLoaded && !inserted.hasChanges, "what was inserted exists, is loaded and has no changes")
    guard let found = try await M.find(inserted.key, in: database) else { return laws.broken("what was inserted is not found by its key") }
    laws.check(found == inserted, "what is found is not equal to what was inserted")
    laws.check(
      found.snapshot.node.json(.export) == inserted.snapshot.node.json(.export),
      "what is found, \(found.snapshot.node.json(.export)), is not what was inserted, \(inserted.snapshot.node.json(.export))")
    try await laws.check(M.all(in: database).contains(found), "what was inserted is not among all")
    try await laws.check(M.exists(inserted.key, in: database), "what was inserted is not said to exist")
  }

  /// Each field reads from what is stored what was assigned: its type decodes what it encodes.
  public func fieldsReadAsAssigned() throws {
    let draft = M(snapshot: .unbound)
    try fill(draft)
    let readings = draft.fieldReadings
    for place in draft.pendingChanges.keys {
      guard let reading = readings[place] else { continue }
      let stored = draft[raw: place]
      laws.check(reading == stored, "the field \(place) stores \(stored.json(.export)) but reads that as \(reading.json(.export))")
    }
  }

  /// A key that is taken is refused, and the member that has it stays as it is.
  public func takenKeysAreRefused() async throws {
    let database = try await open()
    let first = try await insert(in: database)
    let before = try await laws.json(first.snapshot.path, database)
    await laws.check(throwing: .conflict, "inserting under a key that is taken") {
      _ = try await M.insert(as: first.key, in: database) { try fill($0) }
    }
    try await laws.check(laws.json(first.snapshot.path, database) == before, "an insert under a taken key has changed the member")
  }

  /// Later members have higher keys.
  public func keysAreTimeOrdered() async throws {
    let database = try await open()
    var keys: [TreeKey] = []
    for _ in 0..<5 { keys.append(try await insert(in: database).key) }
    laws.check(keys == keys.sorted(), "keys do not grow with time: \(keys)")
    let newest = try await M.newest(5, in: database).fetch().map(\.key)
    laws.check(newest == keys.reversed(), "the newest are not those that were inserted last")
  }

  /// A model of which only the key is known loads, and loading again changes nothing.
  public func keyOnlyThenLoad() async throws {
    let database = try await open()
    let inserted = try await insert(in: database)
    let model = M.keyOnly(inserted.key, in: database)
    laws.check(!model.isLoaded && !model.exists, "a model of which only the key is known says that it is loaded")
    for _ in 0..<2 {
      try await model.load()
      laws.check(model.isLoaded && model == inserted, "loading a model by its key does not give the member")
      laws.check(model.fieldReadings == inserted.fieldReadings, "a model that was loaded reads otherwise than the one that was inserted")
    }
  }

  /// Nothing is made up where nothing is.
  public func absentIsNil() async throws {
    let database = try await open()
    let key = PushKey.next()
    try await laws.check(M.find(key, in: database) == nil, "a key without a member finds one")
    try await laws.check(!M.exists(key, in: database), "a key without a member is said to exist")
    let model = M.keyOnly(key, in: database)
    try await model.load()
    laws.check(model.isLoaded && !model.exists, "a model that is not there says that it exists")
  }

  /// Pages give every member once, in both directions, and end.
  public func pagesEnd() async throws {
    let database = try await open()
    for _ in 0..<5 { _ = try await insert(in: database) }
    let all = try await M.query(in: database).fetch().map(\.key)
    for size in 1...3 {
      var (forward, backward): ([TreeKey], [TreeKey]) = ([], [])
      for try await page in M.query(in: database).pages(of: size) { forward += page.map(\.key) }
      for try await page in M.query(in: database).reversed().pages(of: size) { backward += page.map(\.key) }
      laws.check(forward == all, "pages of \(size) give \(forward) instead of \(all)")
      laws.check(backward == all.reversed(), "pages of \(size) from the end give \(backward) instead of \(all.reversed())")
    }
  }

  /// A list that is observed shows what is inserted.
  public func listsAreFollowed() async throws {
    let database = try await open()
    let before = try await M.query(in: database).count()
    var lists = M.query(in: database).observe().makeAsyncIterator()
    let first = try await lists.next()?.count
    laws.check(first == before, "an observed list begins with \(first ?? 0) members instead of \(before)")
    let inserted = try await insert(in: database)
    var isSeen = false
    while !isSeen, let list = try await lists.next() { isSeen = list.contains(inserted) }
    laws.check(isSeen, "an observed list does not show what was inserted")
  }

  /// An insert that is refused leaves the draft as it was, and nothing in the database.
  public func refusedInsertsLeaveNothing() async throws {
    let database = try await open()
    let faulty = FaultyDatastore(database.datastore)
    let count = try await M.query(in: database).count()
    let draft = M(snapshot: .unbound)
    try fill(draft)
    let changes = draft.pendingChanges
    faulty.inject(.refused)
    await laws.check(throwing: .permissionDenied, "an insert that is refused") { try await draft.insert(in: Database(faulty)) }
    laws.check(draft.key.text.isEmpty && draft.pendingChanges == changes, "after a refused insert the draft is not the draft it was")
    try await laws.check(M.query(in: database).count() == count, "a refused insert has left something")
    try await draft.insert(in: Database(faulty))
    try await laws.check(M.exists(draft.key, in: database), "a draft that was refused once cannot be inserted")
  }
}
