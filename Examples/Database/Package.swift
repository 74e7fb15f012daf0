// swift-tools-version: 6.0
import PackageDescription

// A separate package, because it uses the system's SQLite: `swift run --package-path Examples/Database Books`.
func puredux(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "Puredux") } }

let package = Package(
  name: "Database",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  dependencies: [.package(name: "Puredux", path: "../..")],
  targets: [
    // The state of a screen, without a database and without a user interface.
    .target(name: "BookModel", dependencies: puredux("Puredux")),
    // The database, which implements what the model asks for.
    .target(name: "BookDatabase", dependencies: ["BookModel", "CSQLite"] + puredux("Puredux")),
    .target(name: "BookViews", dependencies: ["BookModel"] + puredux("Puredux")),
    .executableTarget(
      name: "Books",
      dependencies: ["BookModel", "BookDatabase", "ExampleCommandLine", "ExampleTerminal"] + puredux("Puredux")),
    // The library that Apple's systems contain, and that `apt-get install libsqlite3-dev` installs.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // Shared by all examples, as links.
    .target(name: "ExampleCommandLine"),
    .target(name: "ExampleTerminal"),
    .testTarget(
      name: "BookTests", dependencies: ["BookModel", "BookDatabase"] + puredux("Puredux", "PureduxTesting")),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
