public import TrellisDatabase
public import TrellisTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Completion-handler forms, for code that is not async yet: of the operations that the Firebase wrappers had, and no more.
// The handler runs on the main actor, always later than the call. A command-line program that blocks its main thread waits
// for ever.

public typealias ModelCompletion<Value> = @MainActor @Sendable (sending Result<Value, any Error>) -> Void

extension Queryable {
  public static func all(in database: Database = .current, completion: @escaping ModelCompletion<[Self]>) {
    query(in: database).fetch(completion: completion)
  }

  public static func find(_ key: TreeKey, in database: Database = .current, completion: @escaping ModelCompletion<Self?>) {
    Task { @MainActor in
      do { completion(.success(try await find(key, in: database))) } catch { completion(.failure(error)) }
    }
  }

  @MainActor
  public func load(completion: @escaping ModelCompletion<Void>) {
    Task { do { completion(.success(try await load())) } catch { completion(.failure(error)) } }
  }
}

extension ModelQuery {
  public func fetch(completion: @escaping ModelCompletion<[M]>) {
    Task { @MainActor in
      do { completion(.success(try await fetch())) } catch { completion(.failure(error)) }
    }
  }

  public func fetchFirst(completion: @escaping ModelCompletion<M?>) {
    Task { @MainActor in
      do { completion(.success(try await fetchFirst())) } catch { completion(.failure(error)) }
    }
  }
}

extension Insertable {
  public static func insert(
    in database: Database = .current, _ fill: @escaping @MainActor (Self) throws -> Void, completion: @escaping ModelCompletion<Self>
  ) {
    Task { @MainActor in
      do { completion(.success(try await insert(in: database) { try fill($0) })) } catch { completion(.failure(error)) }
    }
  }
}

extension PropertyWritable {
  @MainActor
  public func save(completion: @escaping ModelCompletion<Void>) {
    Task { do { completion(.success(try await save())) } catch { completion(.failure(error)) } }
  }

  @MainActor
  public func set<Output>(_ field: KeyPath<Self, Field<Output>>, to value: Output, completion: @escaping ModelCompletion<Void>) {
    self[self[keyPath: field]] = value
    save(completion: completion)
  }
}

extension Deletable {
  @MainActor
  public func delete(completion: @escaping ModelCompletion<Void>) {
    Task { do { completion(.success(try await delete())) } catch { completion(.failure(error)) } }
  }
}

extension Linked {
  public func load(completion: @escaping ModelCompletion<[Target]>) {
    Task { @MainActor in
      do { completion(.success(try await load())) } catch { completion(.failure(error)) }
    }
  }

  public func add(_ key: TreeKey, completion: @escaping ModelCompletion<Void>) {
    Task { @MainActor in
      do { completion(.success(try await add(key))) } catch { completion(.failure(error)) }
    }
  }
}

extension StorageDownloadable {
  @MainActor
  public func download(maxSize: Int, completion: @escaping ModelCompletion<Data>) {
    Task { do { completion(.success(try await download(maxSize: maxSize))) } catch { completion(.failure(error)) } }
  }

  @MainActor
  public func downloadURL(completion: @escaping ModelCompletion<URL>) {
    Task { do { completion(.success(try await downloadURL())) } catch { completion(.failure(error)) } }
  }
}
