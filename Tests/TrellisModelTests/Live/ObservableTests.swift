import Observation
import Synchronization
import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Who reads a model inside `withObservationTracking` is told when that changes.
@Suite(.inMemoryDatabase(Sample.tree))
@MainActor
struct ObservableTests {
  /// How often an observer that reads something, and reads it anew after each change, is told.
  private final class Watch: Sendable {
    private let told = Mutex(0)
    var count: Int { told.withLock { $0 } }

    @MainActor
    init(_ read: @escaping () -> Void) { watch(read) }

    @MainActor
    private func watch(_ read: @escaping () -> Void) {
      withObservationTracking(read) { [weak self] in self?.told.withLock { $0 += 1 } }
    }
  }

  private func mural() async throws -> Mural { try #require(try await Mural.find("m1")) }

  @Test("a field that changes")
  func fields() async throws {
    let mural = try await mural()
    let name = Watch { _ = mural.name }
    let tags = Watch { _ = mural.tags }
    #expect(name.count == 0)
    mural.name = "Greater"
    #expect(name.count == 1)
    #expect(tags.count == 1)
  }

  @Test("nothing is told when nothing changes")
  func silent() async throws {
    let mural = try await mural()
    let watch = Watch { _ = mural.name }
    _ = mural.likes
    _ = mural.pendingChanges
    _ = try await Mural.find("m1")
    for _ in mural.address.snapshot.node.children {}
    #expect(watch.count == 0)
  }

  @Test("what is known of the model itself")
  func state() async throws {
    let mural = try await mural()
    let watches = [
      Watch { _ = mural.hasChanges }, Watch { _ = mural.pendingChanges }, Watch { _ = mural.snapshot }, Watch { _ = mural.exists },
      Watch { _ = mural.isLoaded }, Watch { _ = mural[raw: "other"] }, Watch { _ = mural[Field<Int?>("other")] },
    ]
    mural.name = "Greater"
    #expect(watches.map(\.count) == watches.map { _ in 1 })
  }

  @Test("loading, saving, discarding, a transaction and deleting")
  func operations() async throws {
    let mural = try await mural()
    func tells(_ operation: () async throws -> Void) async throws -> Bool {
      let watch = Watch { _ = mural.likes }
      try await operation()
      return watch.count == 1
    }
    #expect(try await tells { try await mural.load() })
    mural.likes = 4
    #expect(try await tells { try await mural.save() })
    mural.likes = 5
    #expect(try await tells { mural.discardChanges() })
    #expect(try await tells { try await mural.transaction { $0.likes += 1 } })
    #expect(try await tells { try await mural.set(\.$name, to: "Greater") })
    #expect(try await tells { try await mural.delete() })
  }

  @Test("a draft that is inserted")
  func drafts() async throws {
    let draft = Artist()
    let watch = Watch { _ = draft.firstName }
    draft.firstName = "Ana"
    #expect(watch.count == 1)
    let exists = Watch { _ = draft.exists }
    try await draft.insert()
    #expect(exists.count == 1)
  }

  @Test("links and children of a model")
  func relations() async throws {
    let mural = try await mural()
    let links = Watch { _ = mural.artists.keys }
    let images = Watch { _ = mural.images.count }
    mural[raw: "artists/a3"] = true
    #expect(links.count == 1)
    #expect(images.count == 1)
  }

  @Test("a part read through its owner, when the part, the owner or another reading of the part changes")
  func parts() async throws {
    let mural = try await mural()
    let kept = mural.address
    func tells(_ operation: () async throws -> Void) async throws -> [Int] {
      let watches = [
        Watch { _ = mural.address.city }, Watch { _ = kept.city }, Watch { _ = kept.hasChanges }, Watch { _ = kept.snapshot },
        Watch { _ = mural.images.first?.caption }, Watch { _ = mural.name },
      ]
      try await operation()
      return watches.map(\.count)
    }
    let all = [1, 1, 1, 1, 1, 1]
    #expect(try await tells { mural.address.city = "Tustin" } == all)
    #expect(try await tells { kept.city = "Brea" } == all)
    #expect(try await tells { mural.address.discardChanges() } == all)
    #expect(try await tells { mural[raw: "address/city"] = "Irvine" } == all)
    #expect(try await tells { mural.discardChanges() } == all)
    #expect(try await tells { try await mural.load() } == all)
    kept.city = "Orange"
    #expect(try await tells { try await kept.save() } == all)
    kept.city = "Yorba"
    #expect(try await tells { try await mural.save() } == all)
  }

  @Test("a kept child of a list")
  func keptChildren() async throws {
    let mural = try await mural()
    let image = mural.images[1]
    let watch = Watch { _ = image.caption }
    mural.images[1].caption = "side"
    #expect(watch.count == 1)
    #expect(image.caption == "side")
  }

  @Test("a failed save tells nobody, since nothing has changed")
  func failedSave() async throws {
    let database = try Database.inMemory(Sample.tree, policy: Lockable("murals"))
    let mural = try #require(try await Mural.find("m1", in: database))
    mural.name = "Greater"
    let watch = Watch { _ = mural.name }
    await expectError(.permissionDenied) { try await mural.save() }
    #expect(watch.count == 0)
  }
}
