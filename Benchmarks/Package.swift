// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what benchmarks need never reaches users of Trellis. Run it by `make bench`.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "trellis-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "trellis", path: "..")],
  targets: [
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        .product(name: "Trellis", package: "trellis"),
        .product(name: "TrellisRules", package: "trellis"),
        .product(name: "_BenchmarkSupport", package: "trellis"),
      ],
      swiftSettings: settings)
  ],
  swiftLanguageModes: [.v6]
)
