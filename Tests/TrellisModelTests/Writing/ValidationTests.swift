import TestSupport
import Testing
import Trellis
import TrellisTesting

/// All that is wrong with a model is told at once.
@Suite(.inMemoryDatabase())
struct ValidationTests {
  private struct Own: Error, Equatable { var text: String }

  private final class Sign: Model, Queryable, Insertable, PropertyWritable {
    static let collection: TreePath = "signs"
    @Field("title", .required) var title = ""
    @Field("size") var size = 0
    @Field("colour") var colour: String?
    @Field("weight") var weight: UInt64?
    @Child("frame") var frame: Frame

    override func validate() throws { if colour == "none" { throw Own(text: "a colour") } }

    override func validate(_ problems: inout ModelProblems) {
      if size < 0 { problems.add($size, "a size is not negative") }
      if size < -100 { problems.add(at: .root, "much too small") }
      if colour == "own" { problems.add(Own(text: "noted")) }
    }
  }

  private final class Frame: Model {
    @Field("wood", .required) var wood = ""
    @Field("width") var width = 0
    override func validate() throws { if width < 0 { throw Own(text: "a width") } }
  }

  private func problems(_ body: (Sign) -> Void) async -> (TrellisError?, [any Error]) {
    do {
      _ = try await Sign.insert(as: "s1", in: .current, body)
      return (nil, [])
    } catch let error as TrellisError {
      return (error, (error.underlying as? ModelProblems)?.errors ?? [error])
    } catch {
      return (nil, [error])
    }
  }

  @Test("every problem of a model, in one error")
  func all() async throws {
    let (error, errors) = await problems {
      $0.size = -200
      $0.colour = "none"
      $0.weight = .max
    }
    #expect(error?.code == .invalid)
    #expect(error?.path == "signs/s1/weight")
    #expect(error?.message.hasPrefix("5 things are wrong: ") == true)
    #expect(errors.compactMap { ($0 as? TrellisError)?.path } == ["signs/s1/weight", "signs/s1/size", "signs/s1", "signs/s1/title"])
    #expect(errors.contains { $0 as? Own == Own(text: "a colour") })
    #expect(try await Sign.query().count() == 0)
  }

  @Test("one problem is thrown as it is")
  func one() async throws {
    let (error, _) = await problems { $0.size = 1 }
    #expect(error?.path == "signs/s1/title")
    #expect(error?.underlying == nil)
    let own = await problems {
      $0.title = "t"
      $0.colour = "none"
    }
    #expect(own.1 as? [Own] == [Own(text: "a colour")])
    let noted = await problems {
      $0.title = "t"
      $0.colour = "own"
    }
    #expect(noted.1 as? [Own] == [Own(text: "noted")])
  }

  @Test("a value that cannot be stored is no missing one, too")
  func unstorable() async throws {
    final class Strict: Model, Insertable {
      static let collection: TreePath = "strict"
      @Field("n", .required) var number: UInt64 = 0
    }
    let error = await expectError(.invalid, at: "strict/s/n") { try await Strict.insert(as: "s") { $0.number = .max } }
    #expect(error?.underlying is EncodingError)
  }

  @Test("nested models that have changed are looked at, too, and named by their place")
  func parts() async throws {
    let (_, errors) = await problems {
      $0.frame.width = -1
      $0.size = -1
      $0.title = "t"
    }
    #expect(errors.count == 3)
    #expect(errors.compactMap { ($0 as? TrellisError)?.path } == ["signs/s1/size", "signs/s1/frame/wood"])
    #expect(errors.contains { $0 as? Own == Own(text: "a width") })
    try await Sign.insert(as: "s2") { $0.title = "frameless" }
  }

  @Test("in a batch, and when saving, as well; and what is put right is written")
  func everywhere() async throws {
    let sign = try await Sign.insert(as: "s1") { $0.title = "t" }
    sign.size = -101
    await expectError(.invalid, at: "signs/s1/size") { try await sign.save() }
    await expectError(.invalid, at: "signs/s1/size") { try await Database.current.batch { try $0.save(sign) } }
    sign.size = 3
    try await sign.save()
    #expect(try await Database.current.json("signs/s1") == #"{"size":3,"title":"t"}"#)
  }
}
