import TestSupport
import Testing
import Trellis
import TrellisDevices
import TrellisTesting

@testable import catalogue
@testable import chat
@testable import murals
@testable import survey
@testable import todo

/// The laws of models, over the models of the samples and all that can keep them.
@Suite(.hangGuard) struct ExampleModelLawTests {
  @Test("the sample of murals", arguments: LawBackend.allCases) func muralsSample(on backend: LawBackend) async throws {
    try await backend.onFreshDatabases { open in
      try await ModelConformance(murals.Mural.self, in: open) {
        $0.name = "Wave"
        $0.about = "A great one"
        $0.style = .mosaic
        $0.likes = 3
        $0.restoredAt = .now
        $0[raw: "images/i1/caption"] = "From the left"
        $0[raw: "artists/a1"] = true
      }.all()
      try await ModelConformance(murals.Artist.self, in: open) {
        $0.firstName = "Ana"
        $0.lastName = "Reyes"
        $0.country = "MX"
      }.all()
    }
  }

  @Test("the catalogue", arguments: LawBackend.allCases) func catalogueSample(on backend: LawBackend) async throws {
    try await backend.onFreshDatabases { open in
      try await ModelConformance(catalogue.Mural.self, in: open) {
        $0.name = "Wave"
        $0.year = 1998
        $0.district = LinkTo("d1")
      }.all()
      try await ModelConformance(catalogue.Artist.self, in: open) { $0.name = "Ana" }.all()
      try await ModelConformance(District.self, in: open) { $0.name = "Old town" }.all()
    }
  }

  @Test("the to-do list", arguments: LawBackend.allCases) func todoSample(on backend: LawBackend) async throws {
    try await backend.onFreshDatabases { open in
      try await ModelConformance(Chore.self, in: open) {
        $0.title = "Clean the wall"
        $0.isDone = true
        $0.rank = 1.5
      }.all()
    }
  }

  @Test("the survey", arguments: LawBackend.allCases) func surveySample(on backend: LawBackend) async throws {
    try await backend.onFreshDatabases { open in
      try await ModelConformance(NewSite.self, in: open) {
        $0.street = "Main"
        $0.visits = 2
        $0[raw: "reports/r1/condition"] = "good"
      }.all()
      try await ModelConformance(Report.self, in: open) {
        $0.condition = .lost
        $0.cracks = 4
        $0.note = "Painted over"
        $0.by = "Ana"
      }.all()
    }
  }

  @Test("the chat", arguments: LawBackend.allCases) func chatSample(on backend: LawBackend) async throws {
    try await backend.onFreshDatabases { open in
      try await ModelConformance(Message.self, in: open) {
        $0.author = "Ana"
        $0.text = "Hello"
        $0.sentAt = .now
      }.all()
      try await ModelConformance(NewMember.self, in: open) {
        $0.name = "Ana"
        $0.messages = 2
        $0[raw: "connections/c1"] = 1
      }.all()
    }
  }

  @Test("devices", arguments: LawBackend.allCases) func devicesSample(on backend: LawBackend) async throws {
    try await backend.onFreshDatabases { open in
      try await ModelConformance(NewUser.self, in: open) {
        $0[raw: "userId"] = "u1"
        $0[raw: "devices/d1"] = ["deviceId": "d1", "name": "Phone", "fcmToken": "t1", "loggedIn": true]
      }.all()
    }
  }

  // The samples have no need to insert these.
  private final class NewSite: Site, Insertable {}
  private final class NewMember: Member, Insertable {}
  private final class NewUser: UserDevices, Insertable {}
}
