import Trellis

/// Who is signed in may like a mural, once at a time. The program itself, which is nobody in particular, may do everything.
struct VisitorsOnlyLike: AccessPolicy {
  func admit(_ write: WriteRequest) throws {
    guard let visitor = write.auth else { return }
    for change in write.changes {
      guard change.path.key == "likes" else {
        throw TrellisError(.permissionDenied, at: change.path, "\(visitor.uid) may like murals, but not change them")
      }
      let before = write.before[path: change.path].int ?? 0
      guard write.after[path: change.path].int == before + 1 else {
        throw TrellisError(.permissionDenied, at: change.path, "\(visitor.uid) may like a mural once at a time")
      }
    }
  }
}
