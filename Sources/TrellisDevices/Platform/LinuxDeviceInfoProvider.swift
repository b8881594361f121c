#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Says what a Linux machine says about itself: its host name, its distribution, the language and the zone of the process.
public struct LinuxDeviceInfoProvider: DeviceInfoProvider {
  private let application: String
  private let appVersion: String?
  private let environment: [String: String]
  private let root: String

  /// - Parameters:
  ///   - application: the app's id; with the machine's it makes the fingerprint.
  ///   - environment: by default the environment of the process.
  ///   - root: where the system's files are.
  public init(application: String, appVersion: String? = nil, environment: [String: String]? = nil, root: String = "/") {
    self.application = application
    self.appVersion = appVersion
    self.environment = environment ?? ProcessInfo.processInfo.environment
    self.root = root.hasSuffix("/") ? String(root.dropLast()) : root
  }

  public func current() -> DeviceInfo {
    let release = osRelease
    return DeviceInfo(
      name: file("proc/sys/kernel/hostname") ?? file("etc/hostname") ?? "", os: release["PRETTY_NAME"] ?? release["NAME"] ?? "Linux",
      type: .linux, appVersion: appVersion, osVersion: release["VERSION_ID"], locale: locale, timezone: timezone)
  }

  /// None: what it says is read when a subscription begins.
  public func changes() -> AsyncStream<DeviceInfo> { AsyncStream { _ in } }

  /// The app's id and the machine's, hashed: the machine's own must not be told to anybody.
  public var installationFingerprint: String? {
    guard let machine = file("etc/machine-id") ?? file("var/lib/dbus/machine-id") else { return nil }
    return try? Hash.sha256("\(application):\(machine)")
  }

  // MARK: What the system says

  /// A file's text without the space around it; nil when there is none.
  private func file(_ path: String) -> String? {
    guard let data = FileManager.default.contents(atPath: "\(root)/\(path)") else { return nil }
    let text = Self.trimmed(String(decoding: data, as: UTF8.self))
    return text.isEmpty ? nil : text
  }

  private static func trimmed(_ text: String) -> String {
    let rest = text.drop { $0.isWhitespace }
    return String(rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? "")
  }

  /// Lines `NAME=value`, where the value may stand in quotes.
  private var osRelease: [String: String] {
    let text = file("etc/os-release") ?? file("usr/lib/os-release") ?? ""
    var values: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      var value = Self.trimmed(String(line[line.index(after: equals)...]))
      for quote in ["\"", "'"] where value.count >= 2 && value.hasPrefix(quote) && value.hasSuffix(quote) {
        value = String(value.dropFirst().dropLast())
      }
      values[Self.trimmed(String(line[..<equals]))] = value
    }
    return values
  }

  /// `en_GB.UTF-8` is `en-GB`; `C` and `POSIX` are `en-US`.
  private var locale: String {
    let text = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let name = text.prefix { $0 != "." && $0 != "@" }
    if name.isEmpty || name == "C" || name == "POSIX" { return "en-US" }
    return String(name.map { $0 == "_" ? "-" : $0 })
  }

  private var timezone: String {
    if let zone = environment["TZ"].map({ $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }), !zone.isEmpty {
      return Self.zone(zone) ?? zone
    }
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(root)/etc/localtime")
    return target.flatMap { Self.zone($0) } ?? "UTC"
  }

  /// What follows `zoneinfo/` in a path.
  private static func zone(_ path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let folder = parts.lastIndex(of: "zoneinfo"), folder < parts.count - 1 else { return nil }
    let rest = parts[(folder + 1)...]
    return (rest.first == "posix" || rest.first == "right" ? rest.dropFirst() : rest).joined(separator: "/")
  }
}
