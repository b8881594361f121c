import TrellisTree

extension DeviceEngine {
  /// Who is signed in, or nobody.
  func received(_ event: AuthEvent, isReplay: Bool, in generation: Int) {
    switch event {
    case .signedIn(let user): signedIn(user, isReplay: isReplay, in: generation)
    case .signedOut(let reason): signedOut(reason, in: generation)
    }
  }

  private func signedIn(_ user: AuthUser, isReplay: Bool, in generation: Int) {
    let before = withState { $0.currentSession ?? (isReplay ? $0.lastSession : nil) }
    let goesOn = before?.goes(on: user, isReplay: isReplay) ?? false
    let session = withState { state -> UserSession? in
      guard state.generation == generation, state.isActive else { return nil }
      if goesOn, let before, !isReplay || state.currentSession != nil {
        // Only what is known of the user may be newer.
        let session = UserSession(user, number: before.number)
        (state.session, state.lastSession) = (.known(session), session)
        return nil
      }
      state.sessions += 1
      let session = UserSession(user, number: state.sessions)
      (state.session, state.lastSession) = (.known(session), session)
      (state.believed, state.removedHold) = (nil, nil)
      if state.watching?.key != session.key {
        state.watching?.task.cancel()
        state.watching = nil
      }
      state.noteInput()
      return session
    }
    guard let session else { return poke() }
    begin(session, isNew: !isReplay && !goesOn)
    if session.key == nil { tell(.writeFailed(code: "invalid-user-id", retry: false), in: generation) }
    poke()
  }

  /// What the cache says of somebody else, or of an earlier session, is over.
  private func begin(_ session: UserSession, isNew: Bool) {
    book.endHold { hold in
      isNew && hold.userID == session.key ? !SessionID.areEqual(hold.sessionID, session.user.sessionID) : !hold.holds(session)
    }
    if isNew, session.user.sessionID == nil { book.forgetSession { _ in true } }
    if configuration.settingsScope == .userDevice, let registered = book.registration, registered.userID != session.key {
      book.changeSettings { $0.removeAll() }
    }
  }

  private func signedOut(_ reason: SignOutReason, in generation: Int) {
    let hold = book.hold
    let (session, isHeld) = withState { state -> (UserSession?, Bool) in
      guard state.generation == generation, state.isActive else { return (nil, false) }
      let session = state.currentSession
      state.watching?.task.cancel()
      (state.session, state.lastSession, state.believed, state.watching) = (.known(nil), nil, nil, nil)
      state.noteInput()
      defer { state.removedHold = nil }
      return (session, session.map { state.isHeld($0, by: hold) } ?? false)
    }
    if let session { end(session, isHeld: isHeld, reason, in: generation) } else { book.endHold { _ in true } }
    poke()
  }

  private func end(_ session: UserSession, isHeld: Bool, _ reason: SignOutReason, in generation: Int) {
    guard let key = session.key else { return }
    book.endHold { $0.holds(session) }
    if configuration.settingsScope == .userDevice { book.changeSettings { $0.removeAll() } }
    if configuration.deleteTokenOnPendingSignOut, book.pendingRemovals.contains(where: { $0.registration.userID == key }) {
      withState { $0.mustDeleteToken = true }
    }
    guard !isHeld, book.registration?.userID == key else { return }
    if reason == .accountDeleted {
      book.unregister(key)
      book.dropRemovals(of: key)
    }
    tell(.unexpectedSignOut(userID: session.user.uid, reason: reason), in: generation)
  }

  // MARK: Asked from outside

  /// The session to sign out of: the one that is known, else what the provider says at once; nil when nobody is signed in.
  func presentSession() async throws -> UserSession? {
    if let session = withState({ $0.isActive ? $0.session.value : nil }) { return session }
    let (auth, clock, limit) = (auth, clock, clock.now + configuration.signOutTimeout)
    let event = try await withThrowingTaskGroup(of: AuthEvent?.self) { group in
      group.addTask {
        for await event in auth.authEvents() { return event }
        return nil
      }
      group.addTask {
        try await clock.sleep(until: limit)
        throw DeviceStoreError.timeout
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
    guard case .signedIn(let user)? = event else { return nil }
    return withState { state in
      if let known = state.currentSession ?? state.lastSession, known.goes(on: user, isReplay: true) { return known }
      state.sessions += 1
      return UserSession(user, number: state.sessions)
    }
  }
}
