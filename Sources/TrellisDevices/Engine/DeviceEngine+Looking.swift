import TrellisPages
import TrellisTree

extension DeviceEngine {
  /// Hears of changes of the own record from now on.
  func watch(_ session: UserSession, in generation: Int) {
    guard let key = session.key else { return }
    withState { state in
      guard state.isCurrent(session, in: generation), state.watching?.key != key else { return }
      state.watching?.task.cancel()
      let changes = database.changes(at: paths.device(key, deviceKey), as: session.user)
      state.watching = (
        key,
        Task { [weak self] in
          for await _ in changes {
            guard let self, !Task.isCancelled else { return }
            withState { if $0.generation == generation { $0.mustLook = true } }
            poke()
          }
        }
      )
    }
  }

  /// Looks at the own record: whether it is still there, and what others have set on it. It is read here, with no write of ours under
  /// way, because what a listener was told may be older than what has been written since.
  func look(_ session: UserSession, in generation: Int) async {
    guard let key = session.key else { return }
    let record: Tree
    do { record = try await database.read(paths.device(key, deviceKey), as: session.user).tree } catch {
      let failure = WriteFailure(error)
      let (now, fraction) = (clock.now, random.fraction())
      return withState { state in
        guard failure.isTransient, state.isCurrent(session, in: generation) else { return }
        state.mustLook = true
        state.backOff(from: now, configuration, fraction)
      }
    }
    guard withState({ $0.isCurrent(session, in: generation) }) else { return }
    if record.isNull {
      let hold = book.hold
      // Another instance has signed out.
      if withState({ $0.isHeld(session, by: hold) || $0.removals.contains { $0.session.key == key } }) { return }
      return await removedRemotely(session, in: generation, forAll: false)
    }
    withState { state in
      guard let token = state.believed?.token else { return }
      state.believed?.isTokenDead = !(record["fcmToken"].string?.utf8.elementsEqual(token.value.utf8) ?? false)
    }
    let changed = book.changeSettings { $0.adopt(record["settings"], keepsOthers: false) }
    if !changed.isEmpty { tell(.settingsChanged(keys: changed.map(\.text)), in: generation) }
  }
}
