import TrellisTree

/// What one instance knows and wants. The cache has what instances share.
struct EngineState: Sendable {
  typealias Answer = @Sendable (Result<SubscriptionResult, DeviceStoreError>) -> Void

  typealias SettingWaiter = (key: TreeKey, number: Int64, done: @Sendable (Bool) -> Void)

  enum Subscription: Sendable {
    case none
    /// The user is being asked for permission; these wait for the answer.
    case asking([Answer])
    case active
  }

  // What is subscribed.
  var subscription = Subscription.none
  /// Another one for each subscription: what began in an earlier one says nothing any more.
  var generation = 0
  var listening: [Task<Void, Never>] = []
  var watching: (key: TreeKey, task: Task<Void, Never>)?

  // Inputs (device store §5.1).
  var session = Known<UserSession?>.unknown
  /// The last session, kept over subscriptions.
  var lastSession: UserSession?
  var sessions = 0
  var token = Known<PushToken?>.unknown
  var info = Known<DeviceInfo>.unknown
  var permission = NotificationPermission.notDetermined
  var isOnline = Known<Bool>.unknown
  /// Set while the user's record has been removed by somebody else.
  var removedHold: Hold?
  /// Counts every change of an input.
  var inputs = 0

  // What the database is believed to hold.
  var believed: Believed?
  /// By the monotonic clock.
  var lastAcknowledged: Duration?

  // What is to be done.
  var wantsHeartbeat = false
  var mustLook = false
  var mustDeleteToken = false
  var removals: [Removal] = []
  var nextRemoval = 0
  var releases: [(registration: CachedRegistration, session: Int)] = []
  var settingWaiters: [SettingWaiter] = []

  // What has failed.
  /// The inputs with which a write was refused for good.
  var refusedAt: Int?
  var retryAt: Duration?
  var attempts = 0

  // The loop.
  var isWorking = false
  var isPoked = false
  var timer: (deadline: Duration, task: Task<Void, Never>)?
  var listeners: [Int: AsyncStream<DeviceStoreEvent>.Continuation] = [:]
  var settingListeners: [Int: AsyncStream<[String]>.Continuation] = [:]
  var nextListener = 0

  struct Believed: Sendable {
    let session: Int
    var fields: ManagedFields
    var token: PushToken?
    /// Whether the server has taken the token out of the record: then it is not confirmed any more.
    var isTokenDead = false
  }

  var isActive: Bool { if case .active = subscription { true } else { false } }
  /// Whether somebody is being asked, or the inputs are not yet listened to.
  var isStarting: Bool {
    switch subscription {
    case .none: false
    case .asking: true
    case .active: listening.isEmpty
    }
  }

  /// Whether all inputs are known.
  var isInformed: Bool { isActive && session.isKnown && token.isKnown && info.isKnown && isOnline.isKnown }

  var currentSession: UserSession? { session.value ?? nil }

  func isCurrent(_ session: UserSession, in generation: Int) -> Bool {
    isActive && self.generation == generation && currentSession?.number == session.number
  }

  func isHeld(_ session: UserSession, by hold: Hold?) -> Bool {
    hold?.holds(session) == true || removedHold?.holds(session) == true
  }

  /// When something is due by itself.
  var deadline: Duration? {
    let limits = removals.filter { !$0.isLate }.compactMap(\.deadline)
    return (limits + (isActive ? [retryAt].compactMap(\.self) : [])).min()
  }

  mutating func noteInput() { inputs += 1 }

  /// Forgets what is known of a subscription that has ended.
  mutating func forgetSubscription() {
    subscription = .none
    generation += 1
    (session, token, info, isOnline) = (.unknown, .unknown, .unknown, .unknown)
    (believed, removedHold, retryAt, refusedAt) = (nil, nil, nil, nil)
    (wantsHeartbeat, mustLook) = (false, false)
    attempts = 0
    releases = []
  }
}
