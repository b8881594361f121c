import TrellisTree

extension DeviceEngine {
  /// One thing to be done.
  enum Step: Sendable {
    case register(UserSession, Int)
    case update(UserSession, Int)
    case look(UserSession, Int)
    case remove(Removal)
    case release(CachedRegistration, UserSession)
    case deleteToken
  }

  /// What to do next; nil when wanted and believed are the same, or when it has to wait.
  func nextStep() -> Step? {
    let hold = book.hold
    let settings = book.settings
    book.dropOldRemovals(at: clock.milliseconds)
    let pending = book.pendingRemovals
    // Whoever has signed out may have ended before the removal, here or in another process: then the cache still has a registration.
    let registered = hold == nil ? [] : [book.registration, book.writing].compactMap { $0?.userID }
    let now = clock.now
    return withState { state in
      if let removal = state.removals.first { return .remove(removal) }
      if state.mustDeleteToken {
        state.mustDeleteToken = false
        return .deleteToken
      }
      guard state.isInformed, state.isOnline.value == true, let session = state.currentSession, let key = session.key else { return nil }
      if let retry = state.retryAt, retry > now { return nil }
      state.retryAt = nil
      if state.isHeld(session, by: hold) {
        state.believed = nil
        return state.refusedAt == state.inputs ? nil : leftover(session, hold, registered, pending, &state).map { .remove($0) }
      }
      guard let believed = state.believed, believed.session == session.number else {
        return state.refusedAt == state.inputs ? nil : .register(session, state.generation)
      }
      if state.mustLook {
        state.mustLook = false
        return .look(session, state.generation)
      }
      if state.refusedAt != state.inputs, needsUpdate(believed, settings, &state, now) { return .update(session, state.generation) }
      if let index = state.releases.firstIndex(where: { $0.session == session.number && $0.registration.userID == key }) {
        return .release(state.releases.remove(at: index).registration, session)
      }
      state.releases = []
      return nil
    }
  }

  /// Whether there is anything to write about a record that is there.
  private func needsUpdate(
    _ believed: EngineState.Believed, _ settings: CachedSettings, _ state: inout EngineState, _ now: Duration
  ) -> Bool {
    if state.wantsHeartbeat, let last = state.lastAcknowledged, now - last < configuration.heartbeatInterval {
      state.wantsHeartbeat = false
    }
    return state.wantsHeartbeat || !settings.dirty.isEmpty || wantedFields(state).map { $0 != believed.fields } ?? false
  }

  /// What should stand in the database, as far as fields go.
  func wantedFields(_ state: EngineState) -> ManagedFields? {
    state.info.value.map { ManagedFields(deviceID: deviceID, $0, state.token.value ?? nil, state.permission) }
  }

  /// What is still to be removed of somebody for whom nothing is registered any more.
  private func leftover(
    _ session: UserSession, _ hold: Hold?, _ registered: [TreeKey], _ pending: [PendingRemoval], _ state: inout EngineState
  ) -> Removal? {
    let isTold = pending.contains { $0.registration.userID == session.key }
    let isRegistered = hold?.holds(session) == true && registered.contains { $0 == session.key }
    return isTold || isRegistered ? enqueueRemoval(.leftover(isTold: isTold), session, &state) : nil
  }

  func enqueueRemoval(_ kind: Removal.Kind, _ session: UserSession, _ state: inout EngineState) -> Removal {
    state.nextRemoval += 1
    let removal = Removal(id: state.nextRemoval, kind: kind, session: session, generation: state.generation)
    state.removals.append(removal)
    return removal
  }
}
