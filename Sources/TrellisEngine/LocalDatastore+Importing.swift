public import TrellisDatabase
import TrellisPages
public import TrellisTree

extension LocalDatastore {
  /// Texts up to this many bytes are a write like any other. Larger ones would be commits that nobody wants to keep.
  private static var largestPlainImport: Int { 1 << 20 }

  @concurrent
  public func importJSON(
    at path: TreePath, options: JSONOptions, as auth: Auth?, from next: @escaping @Sendable () throws -> [UInt8]?
  ) async throws -> Int64 {
    try requireOpen()
    // A policy looks at each write, and some journals keep nothing else.
    let isPlain = policy != nil || !journal.keepsTrees
    var head: [UInt8] = []
    while isPlain || head.count <= Self.largestPlainImport {
      try Task.checkCancellation()
      guard let piece = try next() else { return try await importAsWrite(head, at: path, options: options, as: auth) }
      head += piece
    }
    return try await exclusively { try replace(path, options, head, next) }
  }

  /// Reads the text straight into pages, and has those journaled. On this thread, as the candidate must be.
  private func replace(
    _ path: TreePath, _ options: JSONOptions, _ head: [UInt8], _ next: () throws -> [UInt8]?
  ) throws -> Int64 {
    var head: [UInt8]? = head
    var edit = arena.begin()
    do {
      _ = try TreeWrite.remove(path)
      let extent = try edit.set(
        path.keys,
        jsonPieces: {
          try Task.checkCancellation()
          return try head.take() ?? next()
        }, options: options)
      try Self.check(edit, extent, at: path)
    } catch let error as JSONError {
      throw TrellisError(error)
    } catch let error as TreeWrite.Invalid {
      throw TrellisError(error)
    }
    let number = withState { $0.history.applied + 1 }
    do {
      try journal.replace(path, in: edit.view, number: number)
    } catch {
      throw TrellisError(
        .storageFailed, at: path, "the journal failed, so nothing was imported; try again once the cause is gone: \(error)",
        underlying: error)
    }
    let before = arena.pin()
    let version = edit.apply()
    let signals = withState { state in
      arena.publish(version)
      state.history.restart(at: number)
      let everything = Commit(number: number, milliseconds: now(), changes: [TreeWrite.Change(path, .null)], origin: nil)
      return tell(everything, before, &state) + Array(state.commitListeners.values)
    }
    for signal in signals { signal.yield() }
    return number
  }
}
