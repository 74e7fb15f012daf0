// swift-tools-version: 6.2
import PackageDescription

// Programs as users write them, in each mode that a user can choose. Code of a store and its dependencies in the
// documentation must compile in all of these modes, across modules. Sources contains links to the same folders, once
// for each mode.
let modes: [(name: String, settings: [SwiftSetting])] = [
  ("Swift5", [.swiftLanguageMode(.v5), .define("SWIFT_5_CLIENT")]),
  ("Swift6", [.swiftLanguageMode(.v6), .define("SWIFT_6_CLIENT")]),
  // The default settings of a new project in Xcode 26.
  (
    "OnMain",
    [
      .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self),
      .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
    ]
  ),
]

let puredux: Target.Dependency = .product(name: "Puredux", package: "Puredux")
let cases: Target.Dependency = .product(name: "PureduxCases", package: "Puredux")

let compatibility: Target.Dependency = .product(name: "PureduxCompatibility", package: "Puredux")
let persistence: Target.Dependency = .product(name: "PureduxPersistence", package: "Puredux")

let package = Package(
  name: "Clients",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Puredux", path: "../..")],
  targets: [
    .target(name: "StandIns"),
    // A program that was written for Puredux 2.2, which must not be changed.
    .executableTarget(
      name: "ClientOfPuredux2", dependencies: [puredux], swiftSettings: [.swiftLanguageMode(.v5)]),
    // One use of each public declaration of the libraries that users migrate from, and a migrated application.
    .target(name: "UsesOfPuredux2", dependencies: [puredux], swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "UsesOfPuredux1", dependencies: [puredux, compatibility], swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "UsesOfSwiftDux", dependencies: [puredux, compatibility, persistence],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "ClientOfSwiftDux", dependencies: [puredux, compatibility, persistence],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // Key paths under complete checking, with the fix from the article.
    .target(
      name: "UsesChecked", dependencies: [puredux],
      swiftSettings: [
        .swiftLanguageMode(.v5), .enableExperimentalFeature("StrictConcurrency"),
        .enableUpcomingFeature("InferSendableFromCaptures"),
      ]),
    .target(name: "UsesOfCrocodil", dependencies: [puredux], swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(name: "ClientUnusual", dependencies: [puredux], swiftSettings: [.interoperabilityMode(.Cxx)]),
  ]
    + modes.flatMap { mode -> [Target] in
      [
        .target(name: "Entries\(mode.name)", dependencies: [puredux], swiftSettings: mode.settings),
        .executableTarget(
          name: "Client\(mode.name)", dependencies: [puredux, cases, "StandIns", .target(name: "Entries\(mode.name)")],
          swiftSettings: mode.settings),
      ]
    }
)
