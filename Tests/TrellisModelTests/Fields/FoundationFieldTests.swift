import Foundation
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase())
struct FoundationFieldTests {
  @Test("dates are whole milliseconds since 1970")
  func dates() async throws {
    try await expectRoundTrip(Date(timeIntervalSince1970: 1_506_428_988), storedAs: "1506428988000")
    try await expectRoundTrip(Date(timeIntervalSince1970: -1.5), storedAs: "-1500")
    let row = try await Holder<Date>.insert { $0.value = Date(timeIntervalSince1970: 1.0004) }
    #expect(row.value == Date(timeIntervalSince1970: 1))
    try await expectUnreadable(Date.self, "2017-09-26", true, ["seconds": 1])
    try await expectUnstorable(Date(timeIntervalSince1970: 1e30))
  }

  @Test("data is Base64 text")
  func data() async throws {
    try await expectRoundTrip(Data([0, 1, 2, 255]), storedAs: #""AAEC/w==""#)
    try await expectRoundTrip(Data(), storedAs: #""""#)
    try await expectUnreadable(Data.self, "no Base64!", 7, [1, 2])
  }

  @Test("URLs are their text")
  func urls() async throws {
    let url = try #require(URL(string: "https://murals.example/m1.jpg?size=2&name=a%20b#top"))
    try await expectRoundTrip(url, storedAs: #""https://murals.example/m1.jpg?size=2&name=a%20b#top""#)
    try await expectUnreadable(URL.self, "", 7, ["a": "b"])
  }

  @Test("UUIDs are their text")
  func uuids() async throws {
    let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    try await expectRoundTrip(uuid, storedAs: #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#)
    try await expectReads("e621e1f8-c36c-495a-93fc-0c247a3e6e5f", as: uuid)
    try await expectUnreadable(UUID.self, "E621E1F8", 7)
  }
}
