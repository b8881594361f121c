public import TrellisDatabase
public import TrellisPages
public import TrellisTree

extension LocalDatastore {
  /// Records up to this many bytes are copied out for a single read, so that a model that is kept does not keep a whole
  /// version of the tree with it.
  private static var copyLimit: Int { 4096 }

  public func read(_ paths: [TreePath], as auth: Auth?) async throws -> [TreeSnapshot] {
    try requireOpen()
    let root = arena.pin()
    if policy != nil { for path in paths { try admit(TreeQuery(path), auth, root) } }
    if paths.count == 1 {
      let node = root[path: paths[0]]
      return [copy(of: node, upTo: Self.copyLimit) ?? node]
    }
    return paths.map { root[path: $0] }
  }

  public func read(_ query: TreeQuery, as auth: Auth?) async throws -> QueryResult { try currentResult(query, auth) }

  public func snapshot() async throws -> any Datastore {
    try requireOpen()
    let (root, number) = withState { (arena.pin(), $0.history.published) }
    return PinnedDatastore(root: root, number: number, policy: policy, milliseconds: now())
  }

  /// - Parameter admission: of one who listens.
  func currentResult(_ query: TreeQuery, _ auth: Auth?, _ admission: Admission? = nil) throws -> QueryResult {
    try requireOpen()
    let state = state(for: query)
    try admit(query, auth, state.root, admission)
    return QueryResult(query, root: state.root, index: state.index)
  }

  func admit(_ query: TreeQuery, _ auth: Auth?, _ root: TreeSnapshot, _ admission: Admission? = nil) throws {
    guard let policy else { return }
    func ask() throws {
      let request = ReadRequest(query: query, isListening: admission != nil, auth: auth, milliseconds: now(), root: root)
      try policy.admit(request)
    }
    if let admission { try admission.ask(policy, ask) } else { try ask() }
  }
}
