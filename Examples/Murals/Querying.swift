import Trellis

extension Story {
  /// One ordering, one range, one limit. The rest is plain Swift on what was fetched.
  func querying() async throws {
    output.chapter("Querying")

    // Code without models writes by path: here four artists in one write.
    try await Database.current.update(
      Artist.collection,
      [
        "diego": ["firstName": "Diego", "lastName": "Rivera", "country": "MX"],
        "frida": ["firstName": "Frida", "lastName": "Santos", "country": "BR"],
        "georgia": ["firstName": "Georgia", "lastName": "Stone", "country": "US"],
        "keith": ["firstName": "Keith", "lastName": "Tanner"],
      ])

    try await show("Artist.where(\\.$country, equals: \"US\")", Artist.where(\.$country, equals: "US"))
    try await show("Artist.where(\\.$lastName, in: \"S\"...\"T\")", Artist.where(\.$lastName, in: "S"..."T"))
    try await show("Artist.where(missing: \\.$country)", Artist.where(missing: \.$country))
    try await show("Artist.ordered(by: \\.$lastName).first(3)", Artist.ordered(by: \.$lastName).first(3))
    try await show("Artist.ordered(by: \\.$lastName).last(2)", Artist.ordered(by: \.$lastName).last(2))
    output.show("Artist.ordered(by: \\.$lastName).fetchFirst()", try await Artist.ordered(by: \.$lastName).fetchFirst()?.fullName)
    output.show("Artist.query().count()", try await Artist.query().count())

    output.say("Artist.ordered(by: \\.$lastName).pages(of: 3)")
    for try await page in Artist.ordered(by: \.$lastName).pages(of: 3) { output.show("  a page", page.map(\.fullName)) }

    let short = try await Artist.where(\.$country, equals: "US").fetch().filter { $0.fullName.count < 12 }
    output.show("….fetch().filter { … }", short.map(\.fullName))
  }

  private func show(_ call: String, _ query: ModelQuery<Artist>) async throws {
    output.show(call, try await query.fetch().map(\.fullName))
  }
}
