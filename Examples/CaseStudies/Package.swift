// swift-tools-version: 6.0
import PackageDescription

// A separate package, so that the tests of the library do not build the case studies:
// `swift run --package-path Examples/CaseStudies CaseStudies`.
let puredux = [
  "Puredux", "PureduxCases", "PureduxHistory", "PureduxPersistence", "PureduxQuery", "PureduxInspector",
  "PureduxTesting",
].map { Target.Dependency.product(name: $0, package: "Puredux") }

let package = Package(
  name: "CaseStudies",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [.library(name: "Studies", targets: ["Studies"])],
  dependencies: [.package(name: "Puredux", path: "../..")],
  targets: [
    // A file for each study: its state, actions, reducer, effects, view, and a demonstration for a terminal.
    .target(name: "Studies", dependencies: puredux),
    .executableTarget(name: "CaseStudies", dependencies: ["ExampleCommandLine", "Studies"]),
    // Shared by all examples, as a link.
    .target(name: "ExampleCommandLine"),
    .testTarget(
      name: "StudyTests",
      dependencies: ["Studies"] + puredux),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
