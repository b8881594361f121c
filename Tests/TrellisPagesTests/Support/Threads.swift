#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread of the system's, joined by its owner. Tasks share a few threads and may not block; these may.
///
/// Sendable: the handle is written once, before anyone else can see it.
final class TestThread: @unchecked Sendable {
  #if canImport(Darwin)
    private var handle: pthread_t?
  #else
    private var handle = pthread_t()
  #endif

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  init(_ body: @escaping @Sendable () -> Void) {
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    let failed = pthread_create(
      &handle, nil,
      { argument in
        #if canImport(Darwin)
          let pointer: UnsafeMutableRawPointer? = argument
        #else
          let pointer = argument
        #endif
        if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, argument)
    precondition(failed == 0, "no thread")
  }

  func join() {
    #if canImport(Darwin)
      if let handle { pthread_join(handle, nil) }
    #else
      pthread_join(handle, nil)
    #endif
  }
}

/// A queue that threads wait at until there is something or it is closed.
///
/// Sendable: everything is touched under the mutex only, which never moves.
final class WaitingQueue<Element: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var elements: [Element] = []
  private var isClosed = false

  init() {
    mutex.initialize(to: pthread_mutex_t())
    changed.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  private func withLock<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  var count: Int { withLock { elements.count } }

  func add(_ element: Element) {
    withLock {
      elements.append(element)
      pthread_cond_signal(changed)
    }
  }

  /// No more will come; who waits is let go.
  func close() {
    withLock {
      isClosed = true
      pthread_cond_broadcast(changed)
    }
  }

  /// The newest element, if there is one now.
  func take() -> Element? { withLock { elements.popLast() } }

  /// The newest element, as soon as there is one; nil once the queue is closed and empty.
  func wait() -> Element? {
    withLock {
      while elements.isEmpty && !isClosed { pthread_cond_wait(changed, mutex) }
      return elements.popLast()
    }
  }
}
