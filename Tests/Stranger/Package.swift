// swift-tools-version: 6.2
import PackageDescription

// A package of somebody else's. Scripts/test-stranger copies it out of the repository and gives each configuration the same sources.

let upcoming: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("InferIsolatedConformances"),
]

/// What an app's target may be set to. `MainActor` is what Xcode's templates set, `Upcoming` what Trellis itself is built with.
let configurations: [(name: String, settings: [SwiftSetting])] = [
  ("Plain", []),
  ("MainActor", [.defaultIsolation(MainActor.self)] + upcoming),
  (
    "Upcoming",
    upcoming + [
      .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  ),
  ("Swift5", [.swiftLanguageMode(.v5)]),
]

let package = Package(
  name: "stranger",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "trellis", path: Context.environment["TRELLIS"] ?? "../..")],
  targets: configurations.map { configuration in
    .executableTarget(
      name: "Stranger\(configuration.name)", dependencies: [.product(name: "Trellis", package: "trellis")],
      path: "Sources/\(configuration.name)", swiftSettings: configuration.settings + [.treatAllWarnings(as: .error)])
  })
