import TrellisDatabase
public import TrellisTree

/// All that is wrong with a model that was to be written.
///
/// ```swift
/// override func validate(_ problems: inout ModelProblems) {
///   if likes < 0 { problems.add($likes, "nobody likes a mural less than not at all") }
///   if tags.count > 20 { problems.add($tags, "20 tags are enough") }
/// }
/// ```
/// One problem is thrown as it is. Of several, with fields that are required and values that cannot be stored, the error is an
/// `.invalid` one at the place of the first, that names them all and has this as its `underlying`:
///
/// ```swift
/// catch let error as TrellisError {
///   for problem in (error.underlying as? ModelProblems)?.errors ?? [error] { show(problem) }
/// }
/// ```
public struct ModelProblems: Error, Sendable, CustomStringConvertible {
  /// In the order in which they were found: values that cannot be stored, what `validate()` says, required fields without a value,
  /// then those of nested models.
  public private(set) var errors: [any Error] = []

  private var path: TreePath

  init(of path: TreePath) { self.path = path }

  /// Something is wrong with a field.
  public mutating func add<Output>(_ field: Field<Output>, _ message: String) { add(at: field.path, message) }

  /// Something is wrong with a place below the model; with the model as a whole, for the root.
  public mutating func add(at place: TreePath, _ message: String) {
    add(TrellisError(.invalid, at: path.appending(path: place), message))
  }

  /// Something is wrong that has an error of its own.
  public mutating func add(_ error: any Error) { errors.append(error) }

  /// Why a value cannot be stored.
  mutating func add(_ error: any Error, at place: TreePath) {
    add((error as? EncodingError).map { TrellisError($0, at: path.appending(path: place)) } ?? error)
  }

  /// A required field without a value. That its value cannot be stored has been said.
  mutating func addAbsent(_ place: TreePath) {
    let absent = path.appending(path: place)
    if errors.contains(where: { ($0 as? TrellisError)?.path == absent }) { return }
    add(at: place, "the field is required; give it a value before saving")
  }

  /// Finds the problems of a nested model.
  mutating func below(_ place: TreePath, _ find: (inout ModelProblems) -> Void) {
    let here = path
    path = here.appending(path: place)
    find(&self)
    path = here
  }

  func throwIfAny() throws {
    guard let first = errors.first else { return }
    guard errors.count > 1 else { throw first }
    throw TrellisError(
      .invalid, at: (first as? TrellisError)?.path ?? path, "\(errors.count) things are wrong: \(description)", underlying: self)
  }

  public var description: String { errors.map { "\($0)" }.joined(separator: "; ") }
}
