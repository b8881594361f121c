import TrellisPages
import TrellisTree

/// How a field stores a value that is no field value itself.
///
/// ```swift
/// enum Cents: FieldTransform {
///   static func value(of stored: Int) -> Decimal? { Decimal(stored) / 100 }
///   static func stored(_ value: Decimal) throws -> Int { … }
/// }
/// ```
/// For a type of one's own that is always stored the same way, adopt `FieldValue` instead.
public protocol FieldTransform: Sendable {
  associatedtype Value: Sendable
  associatedtype Stored: FieldValue

  /// Nil when what is stored is no such value: then fetching the model throws `.typeMismatch`.
  static func value(of stored: Stored) -> Value?

  /// - Throws: when the value cannot be stored; the write that was to store it throws that.
  static func stored(_ value: Value) throws -> Stored
}

/// A field that is stored as something else.
///
/// ```swift
/// class Mural: Model, Queryable { @Transformed<Cents>("price") var price: Decimal?; … }
/// Mural.where(\.$price, in: 10_000...)           // as it is stored
/// ```
/// Absent reads as nil. All else is as for `@Field`.
@propertyWrapper
public struct Transformed<Transform: FieldTransform>: Sendable {
  private let field: Field<Transform.Stored?>

  public init(_ place: FieldPath, was former: FieldPath...) { field = Field(place, formerly: former) }

  @available(*, unavailable, message: "@Transformed belongs in a subclass of Model")
  public var wrappedValue: Transform.Value? {
    get { preconditionFailure("@Transformed belongs in a subclass of Model") }
    set { preconditionFailure("@Transformed belongs in a subclass of Model") }
  }

  /// The field as it is stored, for queries.
  public var projectedValue: Field<Transform.Stored?> { field }

  public static subscript<Owner: Model>(
    _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Transform.Value?>,
    storage storage: ReferenceWritableKeyPath<Owner, Transformed>
  ) -> Transform.Value? {
    get { owner[owner[keyPath: storage].field].flatMap { Transform.value(of: $0) } }
    set {
      owner.assign(owner[keyPath: storage].field) { try newValue.map { try Transform.stored($0) } }
    }
  }
}

extension Transformed: AnyField {
  var path: TreePath { field.path }
  // The kind of what is stored does not tell whether it can be read.
  var key: TreeKey? { nil }
  var isRequired: Bool { false }
  var maintained: MaintainedTime? { nil }
  var plainKinds: FieldKinds { [] }
  var storedType: any FieldValue.Type { Transform.Stored.self }
  var typeName: String { "\(Transform.Value.self)" }
  func isAbsent(in node: TreeSnapshot) -> Bool { field.isAbsent(in: node) }
  var isRenamed: Bool { field.isRenamed }
  func reading(of node: TreeSnapshot) -> Tree {
    let value = field.output(in: node).flatMap { Transform.value(of: $0) }
    do { return try value.map { try Transform.stored($0).fieldTree(keys: .plain) } ?? .null } catch { return .null }
  }

  func adopt(in model: Model) { field.adopt(in: model) }

  func isReadable(in node: TreeSnapshot) -> Bool {
    guard field.isReadable(in: node) else { return false }
    return field.output(in: node).map { Transform.value(of: $0) != nil } ?? true
  }
}
