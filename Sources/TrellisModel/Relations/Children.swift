import TrellisPages
import TrellisTree

/// Models nested below this one, in key order.
///
/// ```swift
/// class MuralImage: Model, StorageDownloadable {}
/// class Mural: Model { @Children("images") var images: [MuralImage] }
/// ```
/// They are parts of their owner: they read from it, a change of one is a pending change of the owner, and saving the owner
/// writes it. Adding and removing goes by key: `mural[raw: "images/m3"] = ["location": "/m3.jpg"]`.
@propertyWrapper
public struct Children<Part: Model>: Sendable {
  @usableFromInline let place: FieldPath

  @inlinable public init(_ place: FieldPath) { self.place = place }

  @available(*, unavailable, message: "@Children belongs in a subclass of Model")
  public var wrappedValue: [Part] { preconditionFailure("@Children belongs in a subclass of Model") }

  public static subscript<Owner: Model>(
    _enclosingInstance owner: Owner, wrapped _: KeyPath<Owner, [Part]>, storage storage: KeyPath<Owner, Children>
  ) -> [Part] {
    owner[keyPath: storage].models(of: owner)
  }

  private func models(of owner: Model) -> [Part] {
    owner.visibleNode[path: place.path].children.map { owner.part(at: place.path.appending($0.key)) }
  }
}

extension Children: AnyParts {
  func parts(of owner: Model) -> [Model] { models(of: owner) }
}
