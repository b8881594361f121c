// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

/// What an app developer's target has: Swift 6 mode and nothing else of ours. Samples and tests are built like it.
let appSettings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// The trunk. Each module sees the ones before it; `Scripts/check-imports` keeps the list.
let trunk: [Target.Dependency] = ["TrellisTree", "TrellisPages", "TrellisQueries", "TrellisDatabase"]

/// What `Trellis` re-exports. Targets that import `Trellis` alone name these too, because a build does not look through
/// re-exports: without it, a change in one of them would leave stale objects behind.
let exported: [Target.Dependency] =
  trunk + ["TrellisModel", "TrellisEngine", .target(name: "TrellisSQLite", condition: .when(traits: ["SQLite"]))]

let package = Package(
  name: "trellis",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Trellis", targets: ["Trellis"]),
    .library(name: "TrellisFiles", targets: ["TrellisFiles"]),
    .library(name: "TrellisRules", targets: ["TrellisRules"]),
    .library(name: "TrellisDevices", targets: ["TrellisDevices"]),
    .library(name: "TrellisTesting", targets: ["TrellisTesting"]),
    .executable(name: "trellis", targets: ["TrellisCommand"]),
    // For Benchmarks/, a package of its own; not for users.
    .library(name: "_BenchmarkSupport", targets: ["BenchmarkSupport"]),
  ],
  traits: [
    .default(enabledTraits: ["SQLite", "Crypto"]),
    .trait(name: "SQLite", description: "Databases in files, by the system's SQLite."),
    .trait(name: "Crypto", description: "SHA-256 for the device store, by OpenSSL's libcrypto where there is no CryptoKit."),
    .trait(
      name: "PoisonedPages",
      description: "Each page is a malloc of its own, overwritten when freed, so that a sanitizer sees every use after free. For tests."),
    .trait(
      name: "ThreadSanitizedPages",
      description: "Tells the thread sanitizer about the order that reference counting gives to readers of pages. For tests."),
    .trait(name: "PlantedFaults", description: "Lets tests plant faults in the paged tree, to show that they would be caught."),
  ],
  targets: [
    // Trunk, bottom to top.
    .target(name: "TrellisTree", swiftSettings: settings),
    .target(name: "TrellisPages", dependencies: ["TrellisTree"], swiftSettings: settings),
    .target(name: "TrellisQueries", dependencies: ["TrellisTree", "TrellisPages"], swiftSettings: settings),
    .target(name: "TrellisDatabase", dependencies: ["TrellisTree", "TrellisPages", "TrellisQueries"], swiftSettings: settings),

    // Branches.
    .target(name: "TrellisEngine", dependencies: trunk, swiftSettings: settings),
    .target(name: "TrellisModel", dependencies: trunk, swiftSettings: settings),
    .target(name: "TrellisFiles", dependencies: trunk, swiftSettings: settings),
    .target(name: "TrellisRules", dependencies: trunk, swiftSettings: settings),
    .target(name: "TrellisSQLite", dependencies: trunk + ["TrellisEngine", "CSQLite"], swiftSettings: settings),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(
      name: "TrellisDevices",
      dependencies: trunk + ["TrellisModel", .target(name: "CCrypto", condition: .when(platforms: [.linux], traits: ["Crypto"]))],
      swiftSettings: settings),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),

    // What applications import.
    .target(name: "Trellis", dependencies: exported, swiftSettings: settings),
    .target(name: "TrellisTesting", dependencies: exported + ["Trellis"], swiftSettings: settings),

    // The `trellis` tool.
    .executableTarget(
      name: "TrellisCommand",
      dependencies: trunk + ["TrellisRules", "TrellisDevices", .target(name: "TrellisSQLite", condition: .when(traits: ["SQLite"]))],
      swiftSettings: settings),

    // What benchmarks see of the paged tree, which is not public.
    .target(
      name: "BenchmarkSupport", dependencies: trunk + ["TrellisEngine", "TrellisRules", "CSQLite"], path: "Benchmarks/Support",
      swiftSettings: settings),

    .executableTarget(
      name: "murals", dependencies: exported + ["Trellis", "TrellisFiles", "TrellisRules"], path: "Examples/Murals",
      exclude: ["expected-output.txt", "expected-file-output.txt"],
      resources: [.copy("murals.json"), .copy("rules.json")], swiftSettings: appSettings),

    .executableTarget(
      name: "chat", dependencies: exported + ["Trellis"], path: "Examples/Chat", exclude: ["expected-output.txt"],
      swiftSettings: appSettings),

    .executableTarget(
      name: "todo", dependencies: exported + ["Trellis"], path: "Examples/Todo", exclude: ["expected-output.txt"],
      swiftSettings: appSettings),
    .executableTarget(
      name: "survey", dependencies: exported + ["Trellis"], path: "Examples/Survey", exclude: ["expected-output.txt"],
      swiftSettings: appSettings),
    .executableTarget(
      name: "catalogue", dependencies: exported + ["Trellis"], path: "Examples/Catalogue", exclude: ["expected-output.txt"],
      swiftSettings: appSettings),
    .executableTarget(
      name: "devices", dependencies: exported + ["Trellis", "TrellisDevices"], path: "Examples/Devices", exclude: ["expected-output.txt"],
      swiftSettings: appSettings),

    .testTarget(name: "TrellisTreeTests", dependencies: ["TrellisTree", "VectorSupport"], swiftSettings: appSettings),
    .testTarget(name: "TrellisPagesTests", dependencies: ["TrellisTree", "TrellisPages", "VectorSupport"], swiftSettings: appSettings),
    .testTarget(name: "TrellisQueriesTests", dependencies: trunk + ["VectorSupport"], swiftSettings: appSettings),
    .testTarget(
      name: "TrellisEngineTests", dependencies: trunk + ["TrellisEngine", "TestSupport", "VectorSupport"], swiftSettings: appSettings),
    .testTarget(
      name: "TrellisModelTests",
      dependencies: exported + [
        "Trellis", "TrellisFiles", "TrellisDevices", "TrellisTesting", "TestSupport", "murals", "chat", "todo", "survey", "catalogue",
      ],
      swiftSettings: appSettings),
    .testTarget(
      name: "TrellisSQLiteTests",
      dependencies: trunk + ["TrellisEngine", "TrellisSQLite", "FaultyDisk", "TestSupport", "VectorSupport", "crash-writer"],
      swiftSettings: appSettings),
    // Writes to a file until a test kills it.
    .executableTarget(
      name: "crash-writer", dependencies: trunk + ["TrellisModel", "TrellisEngine", "TrellisSQLite", "Trellis"],
      path: "Tests/CrashWriter", swiftSettings: appSettings),
    // A disk in memory that fails and loses what was not synced, for tests of what is kept in files.
    .target(name: "FaultyDisk", dependencies: ["CSQLite"], path: "Tests/FaultyDisk", swiftSettings: settings),
    .testTarget(name: "FaultyDiskTests", dependencies: ["FaultyDisk", "CSQLite"], swiftSettings: appSettings),
    .testTarget(
      name: "TrellisCommandTests",
      dependencies: trunk + [
        "TestSupport", "VectorSupport", "TrellisCommand", .target(name: "TrellisSQLite", condition: .when(traits: ["SQLite"])),
      ],
      swiftSettings: appSettings),
    .testTarget(
      name: "TrellisRulesTests", dependencies: exported + ["Trellis", "TrellisRules", "TrellisTesting", "TestSupport", "VectorSupport"],
      swiftSettings: appSettings),
    .testTarget(
      name: "TrellisDevicesTests",
      dependencies: trunk + [
        "TrellisModel", "TrellisEngine", "TrellisSQLite", "TrellisRules", "TrellisDevices", "TestSupport", "VectorSupport", "cache-counter",
      ],
      swiftSettings: appSettings),
    // Changes a cache of devices until it is done, or until a test kills it.
    .executableTarget(name: "cache-counter", dependencies: ["TrellisDevices"], path: "Tests/CacheCounter", swiftSettings: appSettings),
    .testTarget(name: "TrellisFilesTests", dependencies: ["TrellisFiles", "TrellisDatabase", "TestSupport"], swiftSettings: appSettings),
    // What tests of databases share: expecting errors, a guard against tests that hang.
    .target(name: "TestSupport", dependencies: trunk, path: "Tests/TestSupport", swiftSettings: settings),
    // What test targets share: reading conformance vectors, repeatable random numbers.
    .target(name: "VectorSupport", dependencies: ["TrellisTree"], path: "Tests/VectorSupport", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
