// swift-tools-version: 6.0
import CompilerPluginSupport
import PackageDescription

// The bindings' folders SwiftUI/ and UIKit/ compiled and exercised where Apple's frameworks are not: against
// small modules of the same names. `canImport` sees them because the targets depend on them.
let package = Package(
  name: "StandIns",
  platforms: [.macOS(.v14)],
  targets: [
    .target(name: "UIKit"),
    .target(name: "SwiftUI", dependencies: ["UIKit"]),
    .target(name: "PureduxAtomics"),
    .target(name: "PureduxCollections", dependencies: ["PureduxAtomics"]),
    .target(name: "PureduxDifference"),
    .target(name: "PureduxCore", dependencies: ["PureduxAtomics", "PureduxCollections"]),
    .target(name: "PureduxDerived", dependencies: ["PureduxCore"]),
    .target(name: "PureduxChildren", dependencies: ["PureduxCore"]),
    .target(name: "PureduxTesting", dependencies: ["PureduxCore", "PureduxDifference"]),
    .target(name: "PureduxBindings", dependencies: ["PureduxCore", "SwiftUI", "UIKit"]),
    .target(
      name: "PureduxPersistence", dependencies: ["PureduxCore", "PureduxAtomics"], exclude: ["PrivacyInfo.xcprivacy"]),
    .target(name: "PureduxHistory", dependencies: ["PureduxCore", "PureduxCollections", "SwiftUI", "UIKit"]),
    .target(name: "PureduxEffects", dependencies: ["PureduxCore"]),
    .target(
      name: "PureduxQuery",
      dependencies: ["PureduxCore", "PureduxDerived", "PureduxEffects", "PureduxCollections", "SwiftUI"]),
    .macro(name: "PureduxMacros"),
    .target(name: "PureduxDependencies", dependencies: ["PureduxCore", "PureduxMacros"]),
    .target(
      name: "Puredux",
      dependencies: [
        "PureduxCore", "PureduxDerived", "PureduxChildren", "PureduxEffects", "PureduxDependencies", "PureduxBindings",
      ]),
    .target(
      name: "PureduxCompatibility",
      dependencies: ["PureduxCore", "PureduxEffects", "PureduxDependencies", "PureduxBindings", "SwiftUI"]),
    .testTarget(name: "StandInTests", dependencies: ["SwiftUI", "UIKit"]),
    // The logic of an example, which is shown here with SwiftUI.
    .target(name: "NotesModel", dependencies: ["Puredux", "PureduxHistory"]),
    .testTarget(
      name: "ViewTests",
      dependencies: [
        "NotesModel", "PureduxBindings", "PureduxChildren", "PureduxCompatibility", "PureduxDerived", "PureduxHistory",
        "PureduxQuery",
        "PureduxTesting", "SwiftUI", "UIKit",
      ]),
    // Promises of the documents about views; Tests/SeedTests/README.md maps each promise to a test.
    .testTarget(
      name: "SeedTests", dependencies: ["Puredux", "PureduxCompatibility", "PureduxTesting", "SwiftUI", "UIKit"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "PureduxAtomics" {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}

// One use of each public declaration for views of the libraries that programs come from, as their programs are built.
for original in ["Puredux2", "Puredux1", "SwiftDux"] {
  package.targets.append(
    .target(
      name: "UsesOf\(original)",
      dependencies: ["Puredux", "SwiftUI", "UIKit"] + (original == "Puredux2" ? [] : ["PureduxCompatibility"]),
      path: "Uses/\(original)",
      swiftSettings: [.swiftLanguageMode(.v5)]))
}

// An application of SwiftDux that was moved over, with its views; Integration/Clients has its other files. And what it does.
package.targets += [
  .target(
    name: "ListsOfSwiftDux", dependencies: ["Puredux", "PureduxPersistence", "SwiftUI"], path: "Uses/SwiftDuxLists",
    swiftSettings: [.swiftLanguageMode(.v5)]),
  .testTarget(name: "ClientTests", dependencies: ["ListsOfSwiftDux", "Puredux", "SwiftUI"]),
]

// And each form of a view in a program that is isolated to the main actor by default, as Xcode 26 sets it up.
package.targets.append(
  .target(
    name: "UsesOnMain", dependencies: ["Puredux", "SwiftUI", "UIKit"], path: "Uses/OnMain",
    swiftSettings: [
      .unsafeFlags(["-default-isolation", "MainActor"]), .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("InferIsolatedConformances"),
    ]))

// Swift Testing brings an addition for Apple's own UIKit, which there is not here.
for target in package.targets where target.isTest {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]
}

// As in the package that this one takes its sources from.
if Context.environment["PUREDUX_WHOLE_MODULES"] == "1" {
  for target in package.targets where target.name != "PureduxAtomics" {
    target.swiftSettings =
      (target.swiftSettings ?? [])
      + [
        .unsafeFlags(
          ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2", "-gnone"],
          .when(configuration: .debug))
      ]
  }
}
