public import TrellisDatabase
import TrellisPages
public import TrellisTree

/// What models say of a database: which indexes queries of them can use, security rules to begin with, and whether all that is
/// stored can be read.
///
/// ```swift
/// let schema = DatabaseSchema(Mural.self, Artist.self)
/// print(schema.rules)                                     // a rules file without the grants
/// for problem in try await schema.problems() { print(problem) }
/// ```
public struct DatabaseSchema: Sendable {
  /// An index of the members of a collection, by a place below each.
  public struct Index: Sendable, Hashable {
    public let collection: TreePath
    public let field: TreePath
  }

  let models: [any CollectionMember.Type]

  public init(_ models: any CollectionMember.Type...) { self.models = models }

  public init(_ models: [any CollectionMember.Type]) { self.models = models }

  /// Every field that queries can order by, in the order of collections and fields. Declare those that your queries use.
  public var indexes: [Index] {
    let indexes = models.flatMap { model in
      Schema.of(model).anyFields.filter { StoredForm(of: $0.storedType).isScalar }.map {
        Index(collection: model.collection, field: $0.path)
      }
    }
    return Set(indexes).sorted { ($0.collection, $0.field) < ($1.collection, $1.field) }
  }

  /// A rules file for the collections: nobody may read or write, `.indexOn` names all `indexes`, `.validate` asks for required fields
  /// and for the types of all. To begin with: grant what is to be granted, and take out the indexes that no query uses.
  public var rules: String {
    var root = RuleSkeleton()
    for model in models { root.add(model) }
    return root.text
  }

  /// What stands in a database and its models cannot read: an error for each place, in the order of collections and keys.
  ///
  /// - Parameter most: ends the search after so many.
  /// - Throws: what `Database.get` throws.
  public func problems(in database: Database = .current, most: Int = 1000) async throws -> [TrellisError] {
    var problems: [TrellisError] = []
    for model in models {
      let members = try await database.get(model.collection)
      for (key, node) in members.children {
        problems += Schema.of(model).problems(of: node, at: model.collection.appending(key))
        if problems.count >= most { return Array(problems.prefix(most)) }
      }
    }
    return problems
  }
}
