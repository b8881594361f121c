import TrellisTree

extension DeviceEngine {
  // MARK: Subscribing

  func subscribe(_ answer: @escaping EngineState.Answer) {
    enum Next {
      case answer(SubscriptionResult)
      case ask(Int)
      case wait
    }
    let next = withState { state -> Next in
      switch state.subscription {
      case .active:
        state.noteInput()
        return .answer(SubscriptionResult(permission: state.permission))
      case .asking(let others):
        state.subscription = .asking(others + [answer])
        return .wait
      case .none:
        state.forgetSubscription()
        state.subscription = .asking([answer])
        return .ask(state.generation)
      }
    }
    switch next {
    case .answer(let result):
      complete { answer(.success(result)) }
      poke()
    case .ask(let generation): Task { await ask(in: generation) }
    case .wait: break
    }
  }

  private func ask(in generation: Int) async {
    var permission = await messaging.permissionStatus()
    if permission == .notDetermined { permission = await messaging.requestPermission() }
    let isEnough = permission.isGranted || configuration.permissionPolicy == .registerWithoutToken
    let answers = withState { state -> [EngineState.Answer]? in
      guard state.generation == generation, case .asking(let answers) = state.subscription else { return nil }
      state.permission = permission
      state.subscription = isEnough ? .active : .none
      return answers
    }
    guard let answers else { return }
    let result: Result<SubscriptionResult, DeviceStoreError> =
      isEnough ? .success(SubscriptionResult(permission: permission)) : .failure(.permissionDenied)
    for answer in answers { complete { answer(result) } }
    if isEnough { listen(in: generation) }
  }

  /// Stops. What is under way may still reach the database, and nobody is told.
  func unsubscribe() {
    let (tasks, answers) = withState { state -> ([Task<Void, Never>], [EngineState.Answer]) in
      var waiting: [EngineState.Answer] = []
      switch state.subscription {
      case .none: return ([], [])
      case .asking(let answers): waiting = answers
      case .active: break
      }
      defer {
        state.forgetSubscription()
        (state.listening, state.watching) = ([], nil)
      }
      return (state.listening + [state.watching?.task].compactMap(\.self), waiting)
    }
    for task in tasks { task.cancel() }
    for answer in answers { complete { answer(.failure(.unsubscribed)) } }
    setTimer()
  }

  // MARK: Inputs

  private func listen(in generation: Int) {
    tellOfIdentity(in: generation)
    let tasks = [
      hear(auth.authEvents()) { engine, event, isFirst in engine.received(event, isReplay: isFirst, in: generation) },
      hear(messaging.tokens()) { engine, token, _ in
        engine.change(in: generation) { state in
          let token = token.flatMap { $0.isStorable ? $0 : nil }
          if case .known(let known) = state.token, known == token { return false }
          state.token = .known(token)
          return true
        }
      },
      hear(messaging.permissionChanges(), after: messaging.permissionStatus) { engine, permission, _ in
        engine.received(permission, in: generation)
      },
      hear(deviceInfo.changes(), after: deviceInfo.current) { engine, info, _ in
        engine.change(in: generation) { state in
          defer { state.info = .known(info) }
          return state.info.value != info
        }
      },
      hear(database.connected()) { engine, isOnline, _ in
        engine.change(in: generation) { state in
          if state.isOnline.value == isOnline { return false }
          state.isOnline = .known(isOnline)
          guard isOnline else { return true }
          // The difference is computed anew, beginning with whether the record is still there.
          (state.retryAt, state.attempts) = (nil, 0)
          state.mustLook = true
          return true
        }
        // A write that is under way may not end before there is a network again: nobody waits that long.
        if !isOnline { engine.answerSettingWaiters() }
      },
    ]
    withState { if $0.generation == generation { $0.listening = tasks } else { for task in tasks { task.cancel() } } }
  }

  /// - Parameter present: what there is already, of a stream that only tells of changes. It is read once the stream has begun: a change
  ///   in between would be lost otherwise.
  private func hear<Element: Sendable>(
    _ stream: AsyncStream<Element>, after present: (@Sendable () async -> Element)? = nil,
    _ body: @escaping @Sendable (DeviceEngine, Element, _ isFirst: Bool) -> Void
  ) -> Task<Void, Never> {
    Task { [weak self] in
      if let present {
        let element = await present()
        guard let self, !Task.isCancelled else { return }
        body(self, element, false)
      }
      var isFirst = true
      for await element in stream {
        guard let self, !Task.isCancelled else { return }
        body(self, element, isFirst)
        isFirst = false
      }
    }
  }

  /// Takes an input, if it is another than before and the subscription is still the one that it belongs to.
  private func change(in generation: Int, _ body: (inout EngineState) -> Bool) {
    let isNew = withState { state in
      guard state.generation == generation, state.isActive, body(&state) else { return false }
      state.noteInput()
      return true
    }
    if isNew { poke() }
  }

  func received(_ permission: NotificationPermission, in generation: Int? = nil) {
    let generation = generation ?? withState(\.generation)
    let isNew = withState { state in
      guard state.generation == generation, state.isActive, state.permission != permission else { return false }
      state.permission = permission
      state.noteInput()
      return true
    }
    guard isNew else { return }
    tell(.permissionChanged(permission), in: generation)
    poke()
  }

  func noteForeground() {
    change(in: withState(\.generation)) { state in
      state.wantsHeartbeat = true
      return true
    }
  }

  /// Lets a user who is held be registered again. What was revoked until now is taken back, even if that is not known here yet, and
  /// the cache says so: the next registration may be another run's.
  func resume() {
    let session = withState { $0.currentSession ?? $0.lastSession }
    let isMeant = { (hold: Hold) in session.map { hold.userID == $0.key } ?? true }
    book.endHold(where: isMeant)
    book.forgetSession(where: isMeant)
    change(in: withState(\.generation)) { state in
      (state.removedHold, state.believed) = (nil, nil)
      return true
    }
  }
}
