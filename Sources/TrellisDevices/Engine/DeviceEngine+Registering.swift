import TrellisDatabase
import TrellisPages
import TrellisTree

extension DeviceEngine {
  /// The first write of a session in a subscription: the whole record, in one atomic update (device store §5.1).
  func register(_ session: UserSession, in generation: Int) async {
    guard let key = session.key else { return }
    let inputs = withState(\.inputs)
    do {
      let node = try await database.read(paths.user(key), as: session.user).tree
      guard withState({ $0.isCurrent(session, in: generation) }) else { return }
      if isRevoked(node, session) { return await removedRemotely(session, in: generation, forAll: true) }
      let devices = try await migrate(node["devices"], session, in: generation)
      let record = devices[deviceKey]
      let changed = book.changeSettings { $0.adopt(record["settings"], keepsOthers: configuration.settingsScope == .device) }
      if !changed.isEmpty { tell(.settingsChanged(keys: changed.map(\.text)), in: generation) }
      guard var draft = draft(session, in: generation) else { return }
      draft.addAll(settings: book.settings, record)
      book.beginWriting(draft.registration)
      let commit = try await database.write(try draft.write, as: session.user)
      acknowledge(draft, commit, session, in: generation, .registered(reference(session)))
      watch(session, in: generation)
    } catch {
      failed(error, inputs, session, in: generation)
    }
  }

  /// Whether this device has been signed out from another one since the session began.
  private func isRevoked(_ node: Tree, _ session: UserSession) -> Bool {
    guard let revokedAt = node["revoked"][deviceKey].int, let start = book.sessionStart(session) else { return false }
    return revokedAt > start
  }

  private func migrate(_ devices: Tree, _ session: UserSession, in generation: Int) async throws -> Tree {
    guard DeviceList.isList(devices), let key = session.key else { return devices }
    let result = try await database.transaction(at: paths.devices(key), as: session.user) { DeviceList.migrated($0) }
    let migrated = result.value.tree
    if result.isCommitted { tell(.migrated(userID: session.user.uid, count: migrated.children.count), in: generation) }
    return migrated
  }

  /// A record as it should be now; nil when that is about another subscription or session by now.
  func draft(_ session: UserSession, in generation: Int) -> RecordDraft? {
    withState { state in
      guard state.isCurrent(session, in: generation), let key = session.key, let fields = wantedFields(state) else { return nil }
      return RecordDraft(paths: paths, user: key, device: deviceKey, fields: fields, token: state.token.value ?? nil)
    }
  }

  // MARK: Changes

  /// A later write: only what has changed.
  func update(_ session: UserSession, in generation: Int) async {
    let inputs = withState(\.inputs)
    guard var draft = draft(session, in: generation),
      let (believed, isHeartbeat) = withState({ state in
        defer { state.wantsHeartbeat = false }
        return state.believed.map { ($0, state.wantsHeartbeat) }
      })
    else { return }
    let changed = draft.addChanges(since: believed.fields, settings: book.settings, confirmsToken: isHeartbeat && !believed.isTokenDead)
    let isSilent = changed.isEmpty && !isHeartbeat
    do {
      let commit = try await database.write(try draft.write, as: session.user)
      let event = isSilent ? nil : DeviceStoreEvent.updated(reference(session), fields: changed.map(\.text).sorted())
      acknowledge(draft, commit, session, in: generation, event)
    } catch {
      if await isRecordGone(error, session) { return withState { if $0.isCurrent(session, in: generation) { $0.believed = nil } } }
      if isHeartbeat { withState { $0.wantsHeartbeat = true } }
      failed(error, inputs, session, in: generation)
    }
  }

  /// Whether a write was refused because there is no record any more: then a full one is due at once.
  private func isRecordGone(_ error: any Error, _ session: UserSession) async -> Bool {
    guard !WriteFailure(error).isTransient, let key = session.key,
      let record = try? await database.read(paths.device(key, deviceKey), as: session.user)
    else { return false }
    return !record.exists
  }

  // MARK: What came of it

  private func acknowledge(
    _ draft: RecordDraft, _ commit: Commit, _ session: UserSession, in generation: Int, _ event: DeviceStoreEvent?
  ) {
    guard let key = session.key else { return }
    var registration = draft.registration
    let known = book.registration
    registration.claimedAt =
      commit.changes.first { $0.path.keys.starts(with: paths.index.keys) }?.value["updatedAt"].int
      ?? (known?.tokenKey == registration.tokenKey ? known?.claimedAt : nil)
    let before = book.register(registration, at: clock.milliseconds)
    let dropped = book.dropRemovals(of: key)
    let changed = book.changeSettings { $0.acknowledge(draft.dirty) }
    if book.sessionStart(session) == nil { book.startSession(session, at: commit.milliseconds) }
    book.endWriting()
    let old = ([before].compactMap(\.self) + dropped.map(\.registration)).filter {
      $0.tokenKey != nil && $0.tokenKey != registration.tokenKey
    }
    let now = clock.now
    let hold = book.hold
    withState { state in
      if state.isCurrent(session, in: generation) {
        state.believed = EngineState.Believed(
          session: session.number, fields: draft.fields, token: draft.token,
          isTokenDead: state.believed.map { $0.isTokenDead && $0.token == draft.token } ?? false)
        (state.lastAcknowledged, state.attempts, state.retryAt, state.refusedAt) = (now, 0, nil, nil)
        state.releases += old.map { ($0, session.number) }
      }
      // Somebody has signed out while the write was under way.
      if state.isHeld(session, by: hold), !state.removals.contains(where: { $0.session.key == key }) {
        _ = enqueueRemoval(.leftover(isTold: false), session, &state)
      }
    }
    if let event { tell(event, in: generation) }
    if !changed.isEmpty { tell(.settingsChanged(keys: changed.map(\.text)), in: generation) }
  }

  func failed(_ error: any Error, _ inputs: Int, _ session: UserSession, in generation: Int) {
    let failure = WriteFailure(error)
    let now = clock.now
    let fraction = random.fraction()
    let isCurrent = withState { state in
      guard state.isCurrent(session, in: generation) else { return false }
      if failure.isTransient { state.backOff(from: now, configuration, fraction) } else { state.refusedAt = inputs }
      return true
    }
    if isCurrent { tell(.writeFailed(code: failure.code, retry: failure.isTransient), in: generation) }
  }
}

extension EngineState {
  /// Waits before the next try: twice as long each time, and a random part of that.
  mutating func backOff(from now: Duration, _ configuration: DeviceStoreConfiguration, _ fraction: Double) {
    attempts += 1
    var longest = configuration.firstBackoff
    for _ in 1..<min(attempts, 32) where longest < configuration.longestBackoff { longest *= 2 }
    retryAt = now + min(longest, configuration.longestBackoff) * fraction
  }
}
