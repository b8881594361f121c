public import TrellisDatabase
public import TrellisTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Database {
  /// A database in this process's memory, empty, gone with the last handle to it.
  ///
  /// - Parameter indexes: which indexes it keeps, to answer queries by something else than keys.
  public static func inMemory(policy: (any AccessPolicy)? = nil, indexes: IndexSettings = IndexSettings(), files: (any FileStore)? = nil)
    -> Database
  {
    Database(LocalDatastore(policy: policy, indexes: indexes), files: files)
  }

  /// A database in memory that starts with a tree.
  ///
  /// ```swift
  /// let database = try Database.inMemory(["artists": ["a1": ["country": "US"]]])
  /// ```
  /// - Throws: `.invalid` when the tree breaks a limit of writes.
  public static func inMemory(
    _ tree: Tree, policy: (any AccessPolicy)? = nil, indexes: IndexSettings = IndexSettings(), files: (any FileStore)? = nil
  ) throws -> Database {
    Database(try LocalDatastore(tree, policy: policy, indexes: indexes), files: files)
  }

  /// A database in memory that starts with the content of a JSON document.
  ///
  /// - Throws: `.invalid` with line, column and path when it is no JSON or breaks a limit of writes.
  public static func inMemory(
    json: Data, policy: (any AccessPolicy)? = nil, indexes: IndexSettings = IndexSettings(), files: (any FileStore)? = nil
  ) throws -> Database {
    Database(try LocalDatastore(json: json, policy: policy, indexes: indexes), files: files)
  }

  /// A database in memory that starts with the content of a JSON file, of any size: it is read piece by piece.
  ///
  /// ```swift
  /// let database = try Database.inMemory(jsonFile: URL(filePath: "murals.json"))
  /// ```
  /// - Throws: `.invalid` with line, column and path when it is no JSON or breaks a limit of writes; `.notFound` or
  ///   `.storageFailed` when the file cannot be read.
  public static func inMemory(
    jsonFile url: URL, policy: (any AccessPolicy)? = nil, indexes: IndexSettings = IndexSettings(), files: (any FileStore)? = nil
  ) throws -> Database {
    Database(try LocalDatastore(jsonFile: url, policy: policy, indexes: indexes), files: files)
  }
}
