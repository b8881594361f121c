import TrellisDatabase
import TrellisPages
import TrellisTree

extension ModelBatch {
  /// Adds a link, and the link back of a relation with an inverse. Members that the same batch inserts may be linked.
  ///
  /// A link that is known to be there stays as it is. The batch fails with `.conflict` when somebody else has made it meanwhile.
  /// - Throws: `.invalid` for drafts, and for a relation with an inverse of which the target was never read; `.notFound` when it was
  ///   read and nothing was there.
  public mutating func add<Target>(_ model: Target, to links: Linked<Target>) throws {
    try add(model, to: links, carrying: nil)
  }

  /// The same for links that carry values.
  public mutating func add<Target, Value>(_ model: Target, to links: ValueLinked<Target, Value>) throws {
    try add(model, to: links.links)
  }

  /// Adds a link that carries a value, or gives the link that is there another value.
  public mutating func add<Target, Value>(_ model: Target, _ value: Value, to links: ValueLinked<Target, Value>) throws {
    try add(model, to: links.links, carrying: try links.tree(value, try links.links.key(of: model)))
  }

  /// Removes a link, and the link back. One that is not there is no error.
  public mutating func remove<Target>(_ model: Target, from links: Linked<Target>) throws {
    try requireHome(links.database, links.path)
    let key = try links.key(of: model)
    write.stage(links.path.appending(key), .null)
    if let back = try links.linkBack(from: key) { write.stage(back, .null) }
  }

  /// The same for links that carry values.
  public mutating func remove<Target, Value>(_ model: Target, from links: ValueLinked<Target, Value>) throws {
    try remove(model, from: links.links)
  }

  private mutating func add<Target>(_ model: Target, to links: Linked<Target>, carrying value: Tree?) throws {
    try requireHome(links.database, links.path)
    let key = try links.key(of: model)
    let place = links.path.appending(key)
    if let value { write.stage(place, value) } else { link(place, over: links.node[key]) }
    guard let back = try links.linkBack(from: key), let inverse = links.relation.inverse, let owner = links.ownerKey else { return }
    let target = model.unobservedSnapshot
    let isInserted = write.staged(target.path).map { !$0.isNull } ?? false
    if !isInserted { try requireKnown(target) }
    link(back, over: isInserted ? .missing : target.node[path: inverse][owner])
  }

  private mutating func link(_ place: TreePath, over node: TreeSnapshot) {
    switch write.staged(place) {
    case nil: write.link(place, over: node)
    // What is staged there is known, and nobody else can come in between.
    case let tree?: if tree.isNull || tree.bool == false { write.stage(place, true) }
    }
  }

  /// A link back to nothing would make a member of it.
  private func requireKnown(_ target: Snapshot) throws {
    guard target.isLoaded else {
      throw TrellisError(.invalid, at: target.path, "the other side keeps a link back, and it has not been read; load() it first")
    }
    guard target.exists else {
      throw TrellisError(.notFound, at: target.path, "there is no such member to link to; insert it first, in the same batch if you like")
    }
  }
}
