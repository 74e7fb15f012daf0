// swift-tools-version: 6.0
import PackageDescription

// A separate package, so that the library does not depend on GTK. It needs `apt-get install libgtk-4-dev`.
let package = Package(
  name: "Desktop",
  dependencies: [.package(name: "Puredux", path: "../..")],
  targets: [
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    // Reusable code for any GTK program: the main loop, signals, lists, fields.
    .target(
      name: "GTKSupport",
      dependencies: [
        "CGTK", .product(name: "PureduxBindings", package: "Puredux"),
        .product(name: "PureduxCollections", package: "Puredux"),
      ]),
    // The to-do list, without a user interface. A link to the sources that the terminal program also uses.
    .target(
      name: "TodoModel",
      dependencies: [
        .product(name: "Puredux", package: "Puredux"), .product(name: "PureduxHistory", package: "Puredux"),
        .product(name: "PureduxPersistence", package: "Puredux"),
      ]),
    // Shared by all examples, also as links.
    .target(name: "ExampleCommandLine"),
    .target(
      name: "ExampleRecording",
      dependencies: [
        .product(name: "PureduxCore", package: "Puredux"), .product(name: "PureduxInspector", package: "Puredux"),
      ]),
    .target(
      name: "TodoWindow",
      dependencies: [
        "CGTK", "GTKSupport", "TodoModel", .product(name: "Puredux", package: "Puredux"),
        .product(name: "PureduxPersistence", package: "Puredux"),
      ]),
    .executableTarget(
      name: "Desktop",
      dependencies: [
        "ExampleCommandLine", "ExampleRecording", "TodoModel", "TodoWindow",
        .product(name: "Puredux", package: "Puredux"),
        .product(name: "PureduxPersistence", package: "Puredux"),
      ]),
    // Measures the duration of a click while many actions arrive.
    .executableTarget(
      name: "DesktopStorm",
      dependencies: [
        "CGTK", "GTKSupport", "TodoModel", "TodoWindow", .product(name: "Puredux", package: "Puredux"),
      ]),
    // Closes windows in the middle of their updates.
    .executableTarget(
      name: "DesktopClosing",
      dependencies: [
        "CGTK", "GTKSupport", "TodoModel", "TodoWindow", .product(name: "Puredux", package: "Puredux"),
      ]),
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
