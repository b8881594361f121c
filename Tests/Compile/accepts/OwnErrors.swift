// validate() and closures throw errors of the app; errors of Trellis are matched by code.
import Trellis

struct TooShort: Error {}

class Mural: Model, Queryable, Insertable, PropertyWritable {
  static let collection: TreePath = "murals"
  @Field("name") var name: String?

  override func validate() throws {
    guard let name else { throw TrellisError(.invalid, at: "name", "a mural needs a name") }
    if name.count < 2 { throw TooShort() }
  }
}

func rename(_ mural: Mural) async throws {
  do {
    try await mural.update {
      if $0.name == nil { throw TooShort() }
      $0.name = "Greater"
    }
  } catch TrellisError.Code.permissionDenied {
    mural.discardChanges()
  } catch let error as TrellisError where error.code == .invalid {
    print(error.message, error.path as Any)
  } catch is CancellationError {
    return
  }
}
