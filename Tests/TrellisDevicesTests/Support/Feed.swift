import TrellisTree

/// A source of streams of which one can tell whether their readers have dealt with everything that was sent.
final class Feed<Element: Sendable>: Sendable {
  private struct Reader {
    var queue: [Element]
    var waiter: CheckedContinuation<Element?, Never>?
  }

  private struct State {
    var readers: [Int: Reader] = [:]
    var next = 0
  }

  private let state = Locked(State())

  /// Whether every reader waits for more.
  var isQuiet: Bool { state.withLock { $0.readers.values.allSatisfy { $0.waiter != nil } } }

  func send(_ element: Element) {
    let waiters = state.withLock { state -> [CheckedContinuation<Element?, Never>] in
      var waiters: [CheckedContinuation<Element?, Never>] = []
      for id in state.readers.keys {
        if let waiter = state.readers[id]?.waiter.take() {
          waiters.append(waiter)
        } else {
          state.readers[id]?.queue.append(element)
        }
      }
      return waiters
    }
    for waiter in waiters { waiter.resume(returning: element) }
  }

  /// - Parameter first: what there is already. What is sent while it is looked up comes after it.
  func stream(first: () -> Element?) -> AsyncStream<Element> {
    let id = state.withLock { state in
      state.next += 1
      state.readers[state.next] = Reader(queue: [])
      return state.next
    }
    if let first = first() { state.withLock { $0.readers[id]?.queue.insert(first, at: 0) } }
    let end = End { [weak self] in self?.close(id) }
    return AsyncStream(
      unfolding: { [weak self] in
        _ = end
        guard let self else { return nil }
        return await next(id)
      }, onCancel: { end.now() })
  }

  private func next(_ id: Int) async -> Element? {
    await withCheckedContinuation { waiter in
      let answer = state.withLock { state -> Element?? in
        guard state.readers[id] != nil else { return .some(nil) }
        guard state.readers[id]?.queue.isEmpty == false else {
          state.readers[id]?.waiter = waiter
          return nil
        }
        return state.readers[id]?.queue.removeFirst()
      }
      if let answer { waiter.resume(returning: answer) }
    }
  }

  private func close(_ id: Int) { state.withLock { $0.readers.removeValue(forKey: id) }?.waiter?.resume(returning: nil) }
}

/// Does something when it is told to, or when nobody needs it any more.
private final class End: Sendable {
  private let body: Locked<(@Sendable () -> Void)?>

  init(_ body: @escaping @Sendable () -> Void) { self.body = Locked(body) }

  func now() { body.withLock { $0.take() }?() }
  deinit { now() }
}
