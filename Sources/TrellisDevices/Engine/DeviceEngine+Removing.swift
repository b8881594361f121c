import TrellisDatabase
import TrellisPages
import TrellisTree

extension DeviceEngine {
  /// Asks for a removal of the user who is signed in. The hold is there before anything else happens.
  func requestRemoval(_ kind: Removal.Kind, _ session: UserSession, _ waiter: @escaping Removal.Waiter) {
    switch kind {
    case .signOut, .account: if let key = session.key { book.hold(Hold(userID: key, sessionID: session.user.sessionID)) }
    case .leftover, .other: break
    }
    let deadline = clock.now + configuration.signOutTimeout
    withState { state in
      state.noteInput()
      _ = enqueueRemoval(kind, session, &state)
      state.removals[state.removals.count - 1].waiters = [waiter]
      state.removals[state.removals.count - 1].deadline = deadline
    }
    poke()
    setTimer()
  }

  /// Carries out the first removal that waits.
  func remove(_ removal: Removal) async {
    guard let key = removal.session.key else { return finish(removal, .invalidUserID) }
    if withState({ $0.isOnline.value == false }) { return couldNotRemove(removal, DeviceStoreError.offline) }
    let inputs = withState(\.inputs)
    let claims = claims(of: key)
    do {
      try await write(removal, key)
    } catch {
      guard await isMarkOfNothing(removal, error, key) else { return couldNotRemove(removal, error, inputs) }
    }
    if case .other = removal.kind { return finish(removal, nil) }
    book.unregister(key)
    book.dropRemovals(of: key)
    book.endWriting()
    if configuration.settingsScope == .userDevice { book.changeSettings { $0.removeAll() } }
    withState { if $0.currentSession?.number == removal.session.number { $0.believed = nil } }
    await release(claims, as: removal.session.user)
    // Nobody has asked here for what another run or instance has left.
    if removal.kind != .leftover(isTold: false) { tell(.removed(reference(removal.session)), in: removal.generation) }
    finish(removal, nil)
  }

  private func write(_ removal: Removal, _ key: TreeKey) async throws {
    let record = paths.device(key, deviceKey)
    let write: TreeWrite
    do throws(TreeWrite.Invalid) {
      switch removal.kind {
      case .account: write = try .remove(paths.user(key))
      case .other(let device): write = try .update(.root, [paths.revoked(key, device): .timestamp, paths.device(key, device): .null])
      case .signOut, .leftover:
        switch configuration.signOutPolicy {
        case .remove: write = try .remove(record)
        case .markLoggedOut:
          write = try .update(
            record, ["loggedIn": false, "fcmToken": nil, "pushProvider": nil, "tokenUpdatedAt": nil, "lastSeenAt": .timestamp])
        }
      }
    } catch { throw TrellisError(error) }
    _ = try await database.write(write, as: removal.session.user)
  }

  /// A record that is not there cannot be marked, and need not be.
  private func isMarkOfNothing(_ removal: Removal, _ error: any Error, _ key: TreeKey) async -> Bool {
    guard configuration.signOutPolicy == .markLoggedOut, removal.kind != .account, !WriteFailure(error).isTransient else { return false }
    if case .other = removal.kind { return false }
    guard let record = try? await database.read(paths.device(key, deviceKey), as: removal.session.user) else { return false }
    return !record.exists
  }

  /// Every entry of the index that may name this device as the user's.
  private func claims(of key: TreeKey) -> [CachedRegistration] {
    let token = withState { $0.token.value ?? nil }
    let known = [book.registration, book.writing].compactMap(\.self) + book.pendingRemovals.map(\.registration)
    let present = token.flatMap { try? $0.key }.map { CachedRegistration(userID: key, deviceID: deviceID, tokenKey: $0) }
    var keys: Set<TreeKey> = []
    return (known + [present].compactMap(\.self)).filter { $0.userID == key && $0.tokenKey.map { keys.insert($0).inserted } ?? false }
  }

  /// Lets go of entries that are still those that were claimed. What fails leaves an entry that no record belongs to, and so
  /// nothing is sent by it (device store §6.1).
  func release(_ registrations: [CachedRegistration], as user: AuthUser) async {
    for registration in registrations {
      guard let write = try? registration.release(paths) else { continue }
      _ = try? await database.write(write, as: user)
    }
  }

  // MARK: What came of it

  private func finish(_ removal: Removal, _ error: DeviceStoreError?) {
    let waiters = withState { state -> [Removal.Waiter] in
      guard let index = state.removals.firstIndex(where: { $0.id == removal.id }) else { return [] }
      return state.removals.remove(at: index).waiters
    }
    answer(waiters, error)
    setTimer()
  }

  private func answer(_ waiters: [Removal.Waiter], _ error: DeviceStoreError?) {
    for waiter in waiters { complete { waiter(error) } }
  }

  private func couldNotRemove(_ removal: Removal, _ error: any Error, _ inputs: Int? = nil) {
    let failure = WriteFailure(error)
    let (now, fraction) = (clock.now, random.fraction())
    withState { state in
      guard let inputs, state.currentSession?.number == removal.session.number else { return }
      if failure.isTransient { state.backOff(from: now, configuration, fraction) } else { state.refusedAt = inputs }
    }
    switch removal.kind {
    case .account:
      // The account stays, and so does the registration.
      book.endHold { $0.holds(removal.session) }
      finish(removal, Self.storeError(error))
    case .other: finish(removal, Self.storeError(error))
    case .signOut:
      if withState({ state in !(state.removals.first { $0.id == removal.id }?.isLate ?? true) }) { remember(removal) }
      finish(removal, .removalPending(underlying: error))
    case .leftover:
      if inputs != nil { tell(.writeFailed(code: failure.code, retry: failure.isTransient), in: removal.generation) }
      finish(removal, nil)
    }
  }

  private static func storeError(_ error: any Error) -> DeviceStoreError {
    if let error = error as? DeviceStoreError { return error }
    return .writeRejected(code: WriteFailure(error).code)
  }

  /// Keeps a removal for later.
  private func remember(_ removal: Removal) {
    guard let key = removal.session.key else { return }
    let registration = claims(of: key).first ?? CachedRegistration(userID: key, deviceID: deviceID, tokenKey: nil)
    book.queue(PendingRemoval(registration, queuedAt: clock.milliseconds))
    book.unregister(key)
    withState { if $0.currentSession?.number == removal.session.number { $0.believed = nil } }
    tell(.removalPending(reference(removal.session)), in: removal.generation)
  }

  /// Time is up for those who wait. The removals themselves go on.
  func giveUpWaiting() {
    let now = clock.now
    let late = withState { state -> [Removal] in
      var late: [Removal] = []
      for index in state.removals.indices where !state.removals[index].isLate && state.removals[index].deadline.map({ $0 <= now }) ?? false
      {
        late.append(state.removals[index])
        state.removals[index].isLate = true
        state.removals[index].waiters = []
      }
      return late
    }
    for removal in late {
      switch removal.kind {
      case .signOut:
        remember(removal)
        answer(removal.waiters, .removalPending(underlying: DeviceStoreError.timeout))
      case .account, .other, .leftover: answer(removal.waiters, .timeout)
      }
    }
  }

  // MARK: Removed by others

  /// The record is gone, and not by us.
  ///
  /// - Parameter forAll: whether other instances, and later runs, are to know.
  func removedRemotely(_ session: UserSession, in generation: Int, forAll: Bool) async {
    guard let key = session.key else { return }
    let claims = claims(of: key)
    let hold = Hold(userID: key, sessionID: session.user.sessionID)
    book.unregister(key)
    if forAll { book.hold(hold) }
    let isCurrent = withState { state in
      guard state.isCurrent(session, in: generation) else { return false }
      state.removedHold = hold
      state.believed = nil
      return true
    }
    guard isCurrent else { return }
    tell(.removedRemotely(reference(session)), in: generation)
    await release(claims, as: session.user)
  }
}
