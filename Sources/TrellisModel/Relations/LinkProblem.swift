public import TrellisDatabase
import TrellisPages
public import TrellisTree

/// A link that does not lead where it should.
public struct LinkProblem: Sendable, Hashable, CustomStringConvertible {
  public enum Kind: String, Sendable {
    /// The member that it leads to is gone.
    case dangling
    /// The member that it leads to does not link back, though the relation has an inverse.
    case oneSided
  }

  public let kind: Kind
  /// The link itself, on whichever side it is.
  public let link: TreePath

  public var description: String {
    switch kind {
    case .dangling: "the link \(link) leads to a member that is gone"
    case .oneSided: "the link \(link) is not answered by one back"
    }
  }
}

extension Queryable {
  /// Looks at all links of a relation, of both sides if it has an inverse, in one state of the database.
  ///
  /// ```swift
  /// for problem in try await Mural.problems(of: \.$artists) { try await database.remove(problem.link) }
  /// ```
  /// What this library writes keeps both sides in step; others may not.
  /// - Returns: what is wrong, this side first, in key order.
  public static func problems<Target>(
    of links: KeyPath<Self, Links<Target>>, in database: Database = .current
  ) async throws -> [LinkProblem] {
    let relation = Self(snapshot: .unbound)[keyPath: links].relation
    let nodes = try await database.get([collection, relation.collection])
    var problems = relation.problems(of: nodes[0], at: collection, linkingTo: nodes[1])
    if let inverse = relation.inverse {
      let back = Relation(place: inverse, collection: collection, inverse: relation.place)
      problems += back.problems(of: nodes[1], at: relation.collection, linkingTo: nodes[0])
    }
    return problems
  }
}

extension Relation {
  fileprivate func problems(of members: TreeSnapshot, at path: TreePath, linkingTo others: TreeSnapshot) -> [LinkProblem] {
    var problems: [LinkProblem] = []
    for (key, member) in members.children {
      for other in member[path: place].linkedKeys {
        let link = path.appending(key).appending(path: place).appending(other)
        let target = others[other]
        if !target.exists {
          problems.append(LinkProblem(kind: .dangling, link: link))
        } else if let inverse, !target[path: inverse][key].isLink {
          problems.append(LinkProblem(kind: .oneSided, link: link))
        }
      }
    }
    return problems
  }
}
