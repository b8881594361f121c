public import TrellisTree

/// What every asynchronous and every model-level call throws when Trellis itself has something to say.
///
/// ```swift
/// do { try await mural.save() }
/// catch TrellisError.Code.permissionDenied { … }
/// catch let error as TrellisError { print(error.message) }
/// ```
/// Cancellation stays `CancellationError`, and what your own closures and `validate()` throw passes unchanged.
public struct TrellisError: Error, Sendable, CustomStringConvertible {
  public var code: Code
  /// The node it is about.
  public var path: TreePath?
  /// What happened and what to do.
  public var message: String
  /// What caused it.
  public var underlying: (any Error)?

  public init(_ code: Code, at path: TreePath? = nil, _ message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.path = path
    self.message = message
    self.underlying = underlying
  }

  public var description: String { "\(code)\(path.map { " at \($0)" } ?? ""): \(message)" }
}

extension TrellisError {
  /// What kind of error it is. An open set: new codes may come with any release.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let name: String
    public var description: String { name }

    package init(_ name: String) { self.name = name }

    /// The access policy said no.
    public static let permissionDenied = Code("permissionDenied")
    /// What was asked for is not there.
    public static let notFound = Code("notFound")
    /// What stands there is not of the type that was asked for.
    public static let typeMismatch = Code("typeMismatch")
    /// The input breaks a rule; `underlying` says which.
    public static let invalid = Code("invalid")
    /// There is no database, or no way to it.
    public static let disconnected = Code("disconnected")
    /// The database has been closed.
    public static let closed = Code("closed")
    /// A condition of the write did not hold.
    public static let conflict = Code("conflict")
    /// A transaction met a conflict in every one of its tries.
    public static let maxRetries = Code("maxRetries")
    /// A snapshot of a database takes no writes, nor does one that is open for reading only.
    public static let readOnly = Code("readOnly")
    /// The commits asked for are no longer kept.
    public static let historyGone = Code("historyGone")
    /// Another process, or another opening in this one, has the database file for writing.
    public static let inUse = Code("inUse")
    /// The database file is damaged, or none.
    public static let damaged = Code("damaged")
    /// A later version of Trellis has written the database file.
    public static let newerFormat = Code("newerFormat")
    /// The file is larger than the caller allows.
    public static let tooLarge = Code("tooLarge")
    /// The journal or the file system failed.
    public static let storageFailed = Code("storageFailed")

    public static func ~= (code: Code, error: any Error) -> Bool { (error as? TrellisError)?.code == code }
  }
}

// MARK: Wrapping what parsing throws

extension TrellisError {
  package init(_ error: TreePath.Invalid) { self.init(.invalid, error.description, underlying: error) }
  package init(_ error: TreeWrite.Invalid) { self.init(.invalid, at: error.path, error.message, underlying: error) }
  package init(_ error: TreeQuery.Invalid, at path: TreePath) { self.init(.invalid, at: path, error.message, underlying: error) }
  package init(_ error: JSONError) { self.init(.invalid, error.description, underlying: error) }

  /// A value that cannot be coded, at a place.
  package init(_ error: DecodingError, at path: TreePath) {
    let context =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context): context
      @unknown default: DecodingError.Context(codingPath: [], debugDescription: "\(error)")
      }
    self.init(.typeMismatch, at: path, context.debugDescription, underlying: error)
  }

  package init(_ error: EncodingError, at path: TreePath) {
    guard case .invalidValue(_, let context) = error else {
      self.init(.invalid, at: path, "\(error)", underlying: error)
      return
    }
    let place = context.codingPath.map { "/" + ($0.intValue.map { String($0) } ?? $0.stringValue) }.joined()
    self.init(.invalid, at: path, place.isEmpty ? context.debugDescription : "at \(place): \(context.debugDescription)", underlying: error)
  }
}
