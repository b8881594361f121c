import Foundation
import TestSupport
import Testing
import TrellisDevices

/// What a Linux machine says about itself.
@Suite struct LinuxDeviceInfoTests {
  private func machine(_ files: [String: String] = [:], _ environment: [String: String] = [:]) throws -> (LinuxDeviceInfoProvider, Folder) {
    let folder = try Folder()
    for (name, text) in files { try folder.write(text, to: name) }
    return (LinuxDeviceInfoProvider(application: "org.example", appVersion: "1.2", environment: environment, root: folder.path("")), folder)
  }

  @Test("name, system and version come from the system's files")
  func files() throws {
    let (provider, folder) = try machine([
      "proc/sys/kernel/hostname": "box\n",
      "etc/os-release": "# a comment\nNAME=Debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nVERSION_ID='12'\n",
    ])
    let info = provider.current()
    #expect(info.name == "box" && info.os == "Debian GNU/Linux 12 (bookworm)" && info.osVersion == "12" && info.type == .linux)
    #expect(info.appVersion == "1.2" && info.locale == "en-US" && info.timezone == "UTC")
    #expect(try machine().0.current().os == "Linux")
    _ = folder
  }

  @Test(
    "the language comes from the environment, as a BCP 47 tag",
    arguments: [
      ([:], "en-US"), (["LANG": "C"], "en-US"), (["LANG": "C.UTF-8"], "en-US"), (["LANG": "POSIX"], "en-US"),
      (["LANG": "en_GB.UTF-8"], "en-GB"), (["LANG": "de_DE@euro", "LC_ALL": ""], "de-DE"),
      (["LC_MESSAGES": "ja_JP", "LANG": "en_GB"], "ja-JP"), (["LC_ALL": "fr", "LC_MESSAGES": "ja_JP"], "fr"),
    ])
  func locale(environment: [String: String], expected: String) throws {
    #expect(try machine([:], environment).0.current().locale == expected)
  }

  @Test("the zone comes from the environment, else from the link")
  func timezone() throws {
    for (text, zone) in [
      ("Asia/Tokyo", "Asia/Tokyo"), (":Europe/London", "Europe/London"), (":/usr/share/zoneinfo/posix/Asia/Tokyo", "Asia/Tokyo"),
    ] {
      #expect(try machine([:], ["TZ": text]).0.current().timezone == zone)
    }
    let (provider, folder) = try machine(["etc/os-release": ""])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("etc/localtime"), withDestinationPath: "../usr/share/zoneinfo/America/Argentina/Salta")
    #expect(provider.current().timezone == "America/Argentina/Salta")
  }

  @Test("the fingerprint is of machine and app, and shows neither")
  func fingerprint() throws {
    let (one, folder) = try machine(["etc/machine-id": "0123456789abcdef\n"])
    let print = try #require(one.installationFingerprint)
    #expect(print.count == 64 && !print.contains("0123456789abcdef"))
    #expect(LinuxDeviceInfoProvider(application: "other", environment: [:], root: folder.path("")).installationFingerprint != print)
    #expect(try machine().0.installationFingerprint == nil)
  }
}
