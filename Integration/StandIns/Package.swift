// swift-tools-version: 6.0
import CompilerPluginSupport
import PackageDescription

// The bindings' folders SwiftUI/ and UIKit/, compiled and tested on systems without Apple's frameworks, with small
// stand-in modules of the same names. `canImport` finds the stand-ins because the targets depend on them.
let package = Package(
  name: "StandIns",
  platforms: [.macOS(.v14)],
  targets: [
    .target(name: "UIKit"),
    .target(name: "SwiftUI", dependencies: ["UIKit"]),
    .target(name: "PureduxAtomics"),
    .target(name: "PureduxCollections", dependencies: ["PureduxCore", "PureduxAtomics"]),
    .target(name: "PureduxDifference"),
    .target(name: "PureduxCore", dependencies: ["PureduxAtomics"]),
    .target(name: "PureduxDerived", dependencies: ["PureduxCore", "PureduxCollections", "SwiftUI"]),
    .target(name: "PureduxChildren", dependencies: ["PureduxCore", "PureduxCollections"]),
    .target(name: "PureduxTesting", dependencies: ["PureduxCore", "PureduxDifference"]),
    .target(name: "PureduxBindings", dependencies: ["PureduxCore", "SwiftUI", "UIKit"]),
    .target(
      name: "PureduxFiles", dependencies: ["PureduxCore"], exclude: ["PrivacyInfo.xcprivacy"]),
    .target(
      name: "PureduxPersistence", dependencies: ["PureduxCore", "PureduxCollections", "PureduxAtomics", "PureduxFiles"]),
    .target(name: "PureduxHistory", dependencies: ["PureduxCore", "PureduxCollections", "SwiftUI", "UIKit"]),
    .target(name: "PureduxEffects", dependencies: ["PureduxCore"]),
    .target(
      name: "PureduxQuery",
      dependencies: [
        "PureduxCore", "PureduxDerived", "PureduxEffects", "PureduxCollections", "PureduxDifference", "SwiftUI",
      ]),
    .macro(name: "PureduxMacros"),
    .target(name: "PureduxDependencies", dependencies: ["PureduxCore", "PureduxMacros"]),
    .target(name: "PureduxCases", dependencies: ["PureduxCore", "PureduxMacros"]),
    .target(name: "PureduxRecording", dependencies: ["PureduxCore", "PureduxDifference", "PureduxAtomics"]),
    .target(
      name: "PureduxInspector",
      dependencies: ["PureduxRecording", "PureduxCollections", "PureduxDifference", "PureduxFiles"],
      exclude: ["Page/page.css", "Page/page.html", "Page/page.js", "PrivacyInfo.xcprivacy"]),
    .target(
      name: "Puredux",
      dependencies: [
        "PureduxCore", "PureduxCollections", "PureduxDerived", "PureduxChildren", "PureduxEffects",
        "PureduxDependencies", "PureduxBindings",
      ]),
    .target(
      name: "PureduxCompatibility",
      dependencies: [
        "PureduxCore", "PureduxCollections", "PureduxEffects", "PureduxDependencies", "PureduxBindings",
        "PureduxAtomics", "SwiftUI",
      ]),
    .testTarget(name: "StandInTests", dependencies: ["SwiftUI", "UIKit"]),
    // The logic of an example, displayed here with SwiftUI.
    .target(name: "NotesModel", dependencies: ["Puredux", "PureduxHistory"]),
    // An example with its views.
    .target(name: "Practice", dependencies: ["Puredux", "PureduxCases", "PureduxPersistence", "SwiftUI"]),
    // The model of the database example, which knows no database, and its view.
    .target(name: "BookModel", dependencies: ["Puredux"]),
    .target(name: "BookViews", dependencies: ["BookModel", "Puredux", "SwiftUI"]),
    // The case studies with their views, their tests, and tests of the views. As a package of its own,
    // Examples/CaseStudies compiles no views on this system.
    .target(
      name: "Studies",
      dependencies: [
        "Puredux", "PureduxCases", "PureduxHistory", "PureduxInspector", "PureduxPersistence", "PureduxQuery",
        "PureduxTesting", "SwiftUI", "UIKit",
      ]),
    .target(name: "ExampleCommandLine"),
    .executableTarget(name: "CaseStudies", dependencies: ["ExampleCommandLine", "Studies"]),
    .testTarget(
      name: "StudyTests",
      dependencies: [
        "Puredux", "PureduxCases", "PureduxHistory", "PureduxInspector", "PureduxPersistence", "PureduxQuery",
        "PureduxTesting", "Studies",
      ]),
    .testTarget(
      name: "StudyViewTests",
      dependencies: ["Puredux", "PureduxInspector", "PureduxQuery", "PureduxTesting", "Studies", "SwiftUI", "UIKit"]),
    .testTarget(
      name: "ViewTests",
      dependencies: [
        "NotesModel", "Practice", "PureduxBindings", "PureduxChildren", "PureduxCompatibility", "PureduxDerived",
        "PureduxHistory",
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

// One use of each public view declaration of the libraries that users migrate from, with the build settings of their
// programs.
for original in ["Puredux2", "Puredux1", "SwiftDux"] {
  package.targets.append(
    .target(
      name: "UsesOf\(original)",
      dependencies: ["Puredux", "SwiftUI", "UIKit"] + (original == "Puredux2" ? [] : ["PureduxCompatibility"]),
      path: "Uses/\(original)",
      swiftSettings: [.swiftLanguageMode(.v5)]))
}

// A migrated SwiftDux application, with its views and tests. Its other files are in Integration/Clients.
package.targets += [
  .target(
    name: "ListsOfSwiftDux", dependencies: ["Puredux", "PureduxCompatibility", "PureduxPersistence", "SwiftUI"],
    path: "Uses/SwiftDuxLists", swiftSettings: [.swiftLanguageMode(.v5)]),
  .testTarget(name: "ClientTests", dependencies: ["ListsOfSwiftDux", "Puredux", "PureduxCompatibility", "SwiftUI"]),
]

// Each form of a view in a program that is isolated to the main actor by default, as in a new project in Xcode 26.
package.targets.append(
  .target(
    name: "UsesOnMain", dependencies: ["Puredux", "PureduxCompatibility", "SwiftUI", "UIKit"], path: "Uses/OnMain",
    swiftSettings: [
      .unsafeFlags(["-default-isolation", "MainActor"]), .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("InferIsolatedConformances"),
    ]))

// Swift Testing adds an overlay for Apple's UIKit, which does not exist here.
for target in package.targets where target.isTest {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]
}

// The same settings as in the package that contains these sources.
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
