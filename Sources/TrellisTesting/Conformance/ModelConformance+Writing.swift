public import Trellis

extension ModelConformance where M: PropertyWritable {
  /// Runs every law.
  public func all() async throws {
    try await lawsOfReading()
    try await lawsOfSaving()
  }

  func lawsOfSaving() async throws {
    try await savingNothingWritesNothing()
    try await unknownFieldsSurvive()
    try await discardingRestores()
    try await failedSavesKeepChanges()
    try await savesMayBeRepeated()
    try await transactionsAreSerial()
  }

  private static var unknown: TreePath { "unknownToThisVersion" }

  /// Saving without changes makes no commit.
  public func savingNothingWritesNothing() async throws {
    let database = try await open()
    let model = try await insert(in: database)
    let before = try await database.commitNumber()
    try await model.save()
    try await laws.check(database.commitNumber() == before, "saving without changes makes a commit")
  }

  /// What a newer version of the app keeps in the same node is still there after saving.
  public func unknownFieldsSurvive() async throws {
    let database = try await open()
    let model = try await insert(in: database)
    let place = model.snapshot.path.appending(path: Self.unknown)
    try await database.set(place, ["kept": true])
    try fill(model)
    try await model.save()
    try await laws.check(laws.json(place, database) == #"{"kept":true}"#, "saving loses fields that the class does not know")
  }

  /// Changes that are discarded leave what was read.
  public func discardingRestores() async throws {
    let database = try await open()
    let model = try await insert(in: database)
    let before = model.fieldReadings
    try fill(model)
    model[raw: Self.unknown] = 1
    model.discardChanges()
    laws.check(!model.hasChanges && model.fieldReadings == before, "after discarding changes the fields do not read as before")
  }

  /// A save that is refused leaves the changes pending, and may be repeated.
  public func failedSavesKeepChanges() async throws {
    let database = try await open()
    let faulty = FaultyDatastore(database.datastore)
    let model = try await insert(in: Database(faulty))
    for (fault, code) in [(.refused, .permissionDenied), (.storageFailed, .storageFailed)] as [(FaultyDatastore.Fault, TrellisError.Code)] {
      model[raw: Self.unknown] = .string(code.name)
      let changes = model.pendingChanges
      faulty.inject(fault)
      await laws.check(throwing: code, "a save that fails") { try await model.save() }
      laws.check(model.pendingChanges == changes, "a save that failed has lost changes")
    }
    try await model.save()
    laws.check(!model.hasChanges, "a save that was repeated leaves changes")
  }

  /// A save whose answer was lost, or that was delivered twice, leaves what one save leaves.
  public func savesMayBeRepeated() async throws {
    let database = try await open()
    let faulty = FaultyDatastore(database.datastore)
    let model = try await insert(in: Database(faulty))
    model[raw: Self.unknown] = "once"
    faulty.inject(.answerLost)
    await laws.check(throwing: .disconnected, "a save whose answer is lost") { try await model.save() }
    laws.check(model.hasChanges, "a save of which it is not known whether it was written counts as written")
    faulty.inject(.deliveredTwice)
    try await model.save()
    let place = model.snapshot.path.appending(path: Self.unknown)
    try await laws.check(laws.json(place, database) == #""once""#, "a save that was repeated leaves something else")
    laws.check(!model.hasChanges, "a save that was repeated leaves changes")
  }

  /// Transactions of many at once are carried out one after the other.
  public func transactionsAreSerial() async throws {
    let database = try await open()
    let key = try await insert(in: database).key
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await M.keyOnly(key, in: database).transaction { $0[raw: Self.unknown] = .int(($0[raw: Self.unknown].int ?? 0) + 1) }
        }
      }
      try await group.waitForAll()
    }
    let sum = try await database.get(M.collection.appending(key).appending(path: Self.unknown)).int
    laws.check(sum == 8, "of 8 transactions at once that add 1, \(sum ?? 0) are left")
  }
}

extension ModelConformance where M: Deletable {
  /// Runs every law.
  public func all() async throws {
    try await lawsOfReading()
    try await deleteThenFindNothing()
  }

  /// What was deleted is gone, and deleting it again is no error.
  public func deleteThenFindNothing() async throws {
    let database = try await open()
    let model = try await insert(in: database)
    let other = try await insert(in: database)
    try await model.delete()
    laws.check(!model.exists && !model.hasChanges, "a model that was deleted says that it exists")
    try await laws.check(M.find(model.key, in: database) == nil, "what was deleted is found")
    try await laws.check(M.exists(other.key, in: database), "deleting one has deleted another")
    try await model.delete()
  }
}

extension ModelConformance where M: PropertyWritable & Deletable {
  /// Runs every law.
  public func all() async throws {
    try await lawsOfReading()
    try await lawsOfSaving()
    try await deleteThenFindNothing()
  }
}
