/// What a database takes in memory.
public struct DatabaseStatistics: Sendable {
  /// Bytes of the tree, with what is kept for readers of older versions.
  public var bytes: Int
  /// Of those, bytes that only readers of older versions still need.
  public var retainedBytes: Int
  /// Versions of the tree that are kept: 1 when nobody reads an older one.
  public var versions: Int
  /// Indexes, and the bytes that they take.
  public var indexes: Int
  public var indexBytes: Int

  package init(bytes: Int, retainedBytes: Int, versions: Int, indexes: Int, indexBytes: Int) {
    self.bytes = bytes
    self.retainedBytes = retainedBytes
    self.versions = versions
    self.indexes = indexes
    self.indexBytes = indexBytes
  }
}
