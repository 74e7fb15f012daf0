// swift-tools-version: 6.0
import PackageDescription

// Each library target rests on the core and on nothing else of ours; `Puredux` only re-exports.
let modules: [Target] = [
  .target(name: "PureduxAtomics"),
  .target(name: "PureduxCore", dependencies: ["PureduxAtomics"]),
  .target(name: "PureduxTesting", dependencies: ["PureduxCore"]),
  .target(name: "PureduxPersistence", dependencies: ["PureduxCore"]),
  .target(name: "Puredux", dependencies: ["PureduxCore"]),
]

let tests: [Target] = [
  .testTarget(name: "PureduxCoreTests", dependencies: ["PureduxCore", "PureduxTesting"]),
  .testTarget(name: "PureduxTestingTests", dependencies: ["PureduxTesting"]),
  .testTarget(name: "PureduxPersistenceTests", dependencies: ["PureduxPersistence", "PersistenceVictim"]),
  // Saves without end until a test kills it.
  .executableTarget(
    name: "PersistenceVictim", dependencies: ["PureduxPersistence"], path: "Tests/PersistenceVictim"),
]

let examples: [Target] = []

let package = Package(
  name: "Puredux",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: modules.filter { $0.name != "PureduxAtomics" }.map { .library(name: $0.name, targets: [$0.name]) },
  targets: modules + tests + examples,
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "PureduxAtomics" {
  target.swiftSettings =
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ] + (target.swiftSettings ?? [])
}
