// swift-tools-version: 6.0
import CompilerPluginSupport
import PackageDescription

// Applications for Apple platforms say why they call certain functions of the system, and Xcode collects what their
// libraries say. On other systems nobody reads it, and it would stand beside each program in a folder of its own.
#if canImport(Darwin)
  let privacyManifest: (excluded: [String], resources: [Resource]?) = ([], [.copy("PrivacyInfo.xcprivacy")])
#else
  let privacyManifest: (excluded: [String], resources: [Resource]?) = (["PrivacyInfo.xcprivacy"], nil)
#endif

// Each library target rests on the core, at most on leaves that know no store and on the collections, and on nothing else
// of ours; `Puredux` only re-exports. Effects, dependencies and bindings rest on the core alone.
let modules: [Target] = [
  .target(name: "PureduxAtomics"),
  .target(name: "PureduxDifference"),
  .target(name: "PureduxCore", dependencies: ["PureduxAtomics"]),
  .target(name: "PureduxCollections", dependencies: ["PureduxCore", "PureduxAtomics"]),
  .target(name: "PureduxEffects", dependencies: ["PureduxCore"]),
  .target(name: "PureduxDerived", dependencies: ["PureduxCore", "PureduxCollections"]),
  .target(name: "PureduxChildren", dependencies: ["PureduxCore", "PureduxCollections"]),
  .macro(name: "PureduxMacros"),
  .target(name: "PureduxDependencies", dependencies: ["PureduxCore", "PureduxMacros"]),
  .target(name: "PureduxCases", dependencies: ["PureduxCore", "PureduxMacros"]),
  .target(name: "PureduxTesting", dependencies: ["PureduxCore", "PureduxDifference"]),
  // A leaf for the modules that use files: system calls, watching, checksums.
  .target(
    name: "PureduxFiles", dependencies: ["PureduxCore"], exclude: privacyManifest.excluded,
    resources: privacyManifest.resources),
  .target(
    name: "PureduxPersistence", dependencies: ["PureduxCore", "PureduxCollections", "PureduxAtomics", "PureduxFiles"]),
  .target(name: "PureduxRecording", dependencies: ["PureduxCore", "PureduxDifference", "PureduxAtomics"]),
  // A tool on top of the recording. Scripts/embed-page writes one Swift file from the three of the page.
  .target(
    name: "PureduxInspector",
    dependencies: ["PureduxRecording", "PureduxCollections", "PureduxDifference", "PureduxFiles"],
    exclude: ["Page/page.css", "Page/page.html", "Page/page.js"] + privacyManifest.excluded,
    resources: privacyManifest.resources),
  .target(name: "PureduxBindings", dependencies: ["PureduxCore"]),
  .target(name: "PureduxHistory", dependencies: ["PureduxCore", "PureduxCollections"]),
  .target(name: "PureduxReplica", dependencies: ["PureduxCore", "PureduxCollections", "PureduxFiles"]),
  // Names of libraries that programs come from, each of which says what replaced it.
  .target(
    name: "PureduxCompatibility",
    dependencies: [
      "PureduxCore", "PureduxCollections", "PureduxEffects", "PureduxDependencies", "PureduxBindings", "PureduxAtomics",
    ]),
  // A satellite of the second layer: server state, on the core, derived state and the effects. The leaf tells tools more.
  .target(
    name: "PureduxQuery",
    dependencies: ["PureduxCore", "PureduxDerived", "PureduxEffects", "PureduxCollections", "PureduxDifference"]),
  .target(
    name: "Puredux",
    dependencies: [
      "PureduxCore", "PureduxCollections", "PureduxDerived", "PureduxChildren", "PureduxEffects", "PureduxDependencies",
      "PureduxBindings",
    ]),
]

// The command looks at session files. Its parts stand in `PureduxInspector`, where they are tested.
let tools: [Target] = [.executableTarget(name: "PureduxCommand", dependencies: ["PureduxInspector"])]

// Unit and property tests, one target for each module, and what they share.
let tests: [Target] = [
  .testTarget(
    name: "PureduxCollectionsTests",
    dependencies: ["PureduxCollections", "PureduxTesting", "TestSupport", "ThreadProbes"]),
  .testTarget(
    name: "PureduxDifferenceTests", dependencies: ["PureduxDifference", "PureduxCollections", "PureduxTesting"]),
  .testTarget(
    name: "PureduxCoreTests",
    dependencies: ["PureduxAtomics", "PureduxCore", "PureduxTesting", "TestSupport", "ThreadProbes", "TreeModel"]),
  .testTarget(name: "PureduxDerivedTests", dependencies: ["PureduxDerived", "PureduxTesting", "TestSupport"]),
  .testTarget(
    name: "PureduxChildrenTests",
    dependencies: ["PureduxChildren", "PureduxDerived", "PureduxTesting", "TestSupport"]),
  .testTarget(
    name: "PureduxBindingsTests",
    dependencies: ["PureduxBindings", "PureduxChildren", "PureduxTesting", "TestSupport", "ThreadProbes"]),
  .testTarget(
    name: "PureduxEffectsTests",
    dependencies: [
      "PureduxEffects", "PureduxChildren", "PureduxCollections", "PureduxDifference", "PureduxTesting", "TestSupport",
      "ThreadProbes",
    ]),
  .testTarget(
    name: "PureduxTestingTests", dependencies: ["PureduxTesting", "PureduxCases", "PureduxEffects", "ThreadProbes"]),
  .testTarget(name: "PureduxDependenciesTests", dependencies: ["PureduxDependencies", "PureduxTesting"]),
  .testTarget(
    name: "PureduxCompatibilityTests",
    dependencies: ["PureduxCompatibility", "PureduxTesting", "TestSupport", "ThreadProbes"]),
  .testTarget(name: "PureduxCasesTests", dependencies: ["PureduxCases", "PureduxChildren", "PureduxTesting"]),
  .testTarget(
    name: "PureduxHistoryTests", dependencies: ["PureduxHistory", "PureduxRecording", "PureduxTesting"]),
  .testTarget(
    name: "PureduxReplicaTests",
    dependencies: [
      "PureduxFiles", "PureduxReplica", "PureduxEffects", "PureduxRecording", "PureduxTesting", "SimulatedDisk",
      "TestSupport",
    ]),
  .testTarget(
    name: "PureduxQueryTests",
    dependencies: [
      "PureduxQuery", "PureduxChildren", "PureduxDifference", "PureduxPersistence", "PureduxRecording",
      "PureduxTesting", "TestSupport", "ThreadProbes",
    ]),
  .testTarget(
    name: "PureduxMacrosTests", dependencies: ["PureduxMacros", "PluginProcess"],
    exclude: ["Corpus", "Recorded", "Transcripts"]),
  .testTarget(
    name: "PureduxFilesTests", dependencies: ["PureduxFiles", "PureduxCore", "SimulatedDisk", "TestSupport"]),
  .testTarget(
    name: "PureduxPersistenceTests",
    dependencies: [
      "PureduxFiles", "PureduxPersistence", "PureduxChildren", "PureduxTesting", "SavedModel", "SimulatedDisk",
      "TestSupport", "ThreadProbes",
    ], exclude: ["Kept"]),
  .testTarget(
    name: "PureduxRecordingTests",
    dependencies: [
      "PureduxRecording", "PureduxDerived", "PureduxChildren", "PureduxEffects", "PureduxPersistence",
      "PureduxCompatibility", "PureduxTesting", "TestSupport",
    ]),
  .testTarget(
    name: "PureduxInspectorTests",
    dependencies: [
      "PureduxInspector", "PureduxChildren", "PureduxCollections", "PureduxEffects", "PureduxPersistence",
      "PureduxFiles", "PureduxQuery", "PureduxTesting", "SimulatedDisk",
    ]),
  // Promises of the documents that the library grew out of, and of two articles; README.md and ARTICLES.md map each to a test.
  .testTarget(
    name: "SeedTests",
    dependencies: ["Puredux", "PureduxCompatibility", "PureduxPersistence", "PureduxTesting", "ThreadProbes"],
    exclude: ["ARTICLES.md", "README.md"]),
  // Recorded misuse, weak references and temporary folders, for the tests of several modules.
  .target(name: "TestSupport", dependencies: ["PureduxTesting"], path: "Tests/Support/TestSupport"),
  // Tells which thread and queue runs a test's closures, and for how long.
  .target(name: "ThreadProbes", path: "Tests/Support/ThreadProbes"),
  // Random trees, and a model of the laws that says where they stray.
  .target(
    name: "TreeModel",
    dependencies: ["PureduxCore", "PureduxChildren", "PureduxTesting", "TestSupport", "ThreadProbes"],
    path: "Tests/Support/TreeModel"),
  // A state of several parts that is made by numbered edits.
  .target(name: "SavedModel", dependencies: ["PureduxPersistence"], path: "Tests/Support/SavedModel"),
  // A disk whose power is cut, and all that it may contain then.
  .target(
    name: "SimulatedDisk", dependencies: ["PureduxCore", "PureduxFiles", "PureduxTesting"],
    path: "Tests/Support/SimulatedDisk"),
  // Runs the plug-in's executable, for its tests and for its fuzzer.
  .target(name: "PluginProcess", path: "Tests/Support/PluginProcess"),
]

// Programs, and tests that start them, kill them or have their system calls fail. Integration/run builds and runs them, and
// what else is no unit test.
let integration: [Target] = [
  .testTarget(
    name: "IntegrationTests",
    dependencies: [
      "PureduxPersistence", "PureduxInspector", "PureduxTesting", "PureduxCommand", "BuiltPrograms", "DeepTree",
      "ExampleRecorder", "FaultVictim", "MainThread", "ReplicaCrowd", "RunnerAttack", "SavedModel", "SlowReader",
      "TestSupport", "Victim",
    ],
    path: "Integration/Tests"),
  .target(name: "BuiltPrograms", path: "Integration/Support/BuiltPrograms"),
  .target(name: "FaultyCalls", path: "Integration/Support/FaultyCalls"),
  // Is killed, traps, or has its system calls fail by a library that a test preloads.
  .executableTarget(
    name: "Victim",
    dependencies: ["PureduxEffects", "PureduxPersistence", "PureduxQuery", "PureduxRecording", "SavedModel"],
    path: "Integration/Programs/Victim"),
  // Saves while its own system calls fail, in the share that a test asks for.
  .executableTarget(
    name: "FaultVictim", dependencies: ["PureduxPersistence", "FaultyCalls"], path: "Integration/Programs/FaultVictim"),
  // Processes that share a document over files, while they are killed and stopped.
  .executableTarget(
    name: "ReplicaCrowd", dependencies: ["PureduxReplica", "PureduxFiles"], path: "Integration/Programs/ReplicaCrowd"),
  // Uses stores of the main thread while the main thread serves the main queue.
  .executableTarget(
    name: "MainThread", dependencies: ["PureduxCore", "PureduxTesting", "ThreadProbes", "TreeModel"],
    path: "Integration/Programs/MainThread"),
  // Eight threads that dispatch to trees with seven kinds of runners, and count outside of them.
  .executableTarget(
    name: "RunnerAttack", dependencies: ["PureduxEffects", "PureduxTesting", "ThreadProbes"],
    path: "Integration/Programs/RunnerAttack"),
  // Runs a deep tree of large states on a small stack, in a release build too.
  .executableTarget(
    name: "DeepTree", dependencies: ["PureduxCore", "PureduxTesting"], path: "Integration/Programs/DeepTree"),
  // Measures the memory that a slow reader of states takes.
  .executableTarget(name: "SlowReader", dependencies: ["PureduxBindings"], path: "Integration/Programs/SlowReader"),
  // Records an example's stores into a session file, or replays such a file.
  .executableTarget(
    name: "ExampleRecorder",
    dependencies: [
      "PureduxInspector", "PureduxChildren", "PureduxEffects", "PureduxHistory", "NotesModel", "TodoModel",
    ],
    path: "Integration/Programs/ExampleRecorder"),
  // Is recorded while Integration/Page/check uses its page in a browser.
  .executableTarget(
    name: "PageProgram", dependencies: ["PureduxCollections", "PureduxInspector", "PureduxEffects"],
    path: "Integration/Programs/PageProgram"),
  // Sends malformed messages to the plug-in's executable.
  .executableTarget(
    name: "PluginFuzzer", dependencies: ["PureduxMacros", "PureduxCore", "PluginProcess"],
    path: "Integration/Programs/PluginFuzzer"),
]

// Shared by the examples: a command line, a terminal, options that record the program, and a to-do list for any user
// interface. Only programs that show recording link the inspector.
let exampleParts: [Target] = [
  .target(name: "ExampleTerminal", path: "Examples/Support/Terminal"),
  .target(name: "ExampleCommandLine", path: "Examples/Support/CommandLine"),
  .target(
    name: "ExampleRecording", dependencies: ["PureduxCore", "PureduxInspector"], path: "Examples/Support/Recording"),
  .target(name: "NotesModel", dependencies: ["Puredux", "PureduxHistory"], path: "Examples/NotesModel"),
  // Features in one state, with views in SwiftUI, which the package in Integration/StandIns compiles.
  .target(
    name: "Practice", dependencies: ["Puredux", "PureduxCases", "PureduxPersistence"], path: "Examples/Practice"),
  .target(name: "ShoppingModel", dependencies: ["PureduxReplica"], path: "Examples/ShoppingModel"),
  .target(
    name: "TodoModel", dependencies: ["Puredux", "PureduxHistory", "PureduxPersistence"], path: "Examples/TodoModel"),
  .testTarget(
    name: "ExampleTests",
    dependencies: [
      "ExampleCommandLine", "ExampleRecording", "ExampleTerminal", "NotesModel", "Practice", "ShoppingModel",
      "TodoModel", "DownloadsProgram", "NotesProgram", "ShopProgram", "TodoProgram", "PureduxHistory",
      "PureduxPersistence", "PureduxQuery", "PureduxReplica", "PureduxTesting", "ThreadProbes",
    ]),
]

// Programs whose parts are tested. A test does not wait until the module of an executable is there.
let examplePrograms: [Target] = [
  .target(
    name: "DownloadsProgram", dependencies: ["Puredux", "ExampleCommandLine", "ExampleRecording", "ExampleTerminal"],
    path: "Examples/DownloadsProgram"),
  .target(
    name: "NotesProgram",
    dependencies: ["ExampleCommandLine", "ExampleRecording", "ExampleTerminal", "NotesModel", "Puredux"],
    path: "Examples/NotesProgram"),
  .target(
    name: "ShopProgram",
    dependencies: [
      "ExampleCommandLine", "ExampleRecording", "ExampleTerminal", "Puredux", "PureduxPersistence", "PureduxQuery",
    ],
    path: "Examples/ShopProgram"),
  .target(
    name: "TodoProgram",
    dependencies: [
      "ExampleCommandLine", "ExampleRecording", "ExampleTerminal", "Puredux", "PureduxPersistence", "TodoModel",
    ],
    path: "Examples/TodoProgram"),
]

let examples: [Target] = [
  .executableTarget(name: "Counter", dependencies: ["ExampleCommandLine", "Puredux"], path: "Examples/Counter"),
  .executableTarget(name: "Downloads", dependencies: ["DownloadsProgram"], path: "Examples/Downloads"),
  .executableTarget(name: "Notes", dependencies: ["NotesProgram"], path: "Examples/Notes"),
  .executableTarget(
    name: "Recorder",
    dependencies: ["ExampleCommandLine", "ExampleRecording", "Puredux", "PureduxInspector", "PureduxTesting"],
    path: "Examples/Recorder"),
  .executableTarget(name: "Shop", dependencies: ["ShopProgram"], path: "Examples/Shop"),
  .executableTarget(
    name: "Shopping", dependencies: ["ExampleCommandLine", "PureduxReplica", "ShoppingModel"],
    path: "Examples/Shopping"),
  .executableTarget(name: "StoreTree", dependencies: ["ExampleCommandLine", "Puredux"], path: "Examples/StoreTree"),
  .executableTarget(name: "Todo", dependencies: ["TodoProgram"], path: "Examples/Todo"),
  .executableTarget(
    name: "SwappedDependencies", dependencies: ["ExampleCommandLine", "Puredux"], path: "Examples/SwappedDependencies"),
]

// Runs the other examples as programs of their own, so they must have been built.
let tour: [Target] = [
  .executableTarget(
    name: "Tour", dependencies: ["ExampleCommandLine"] + examples.map { .target(name: $0.name) }, path: "Examples/Tour")
]

let benchmarks: [Target] = [
  .target(name: "MachineProbes", path: "Benchmarks/MachineProbes"),
  .target(name: "LockBaseline", dependencies: ["MachineProbes"], path: "Benchmarks/LockBaseline"),
  .target(name: "BenchmarkBudgets", path: "Benchmarks/Budgets"),
  .target(name: "BenchmarkPeers", path: "Benchmarks/PeerPrograms"),
  .target(name: "BenchmarkChart", dependencies: ["BenchmarkBudgets"], path: "Benchmarks/Chart"),
  .executableTarget(
    name: "Benchmarks",
    dependencies: [
      "BenchmarkBudgets", "BenchmarkChart", "BenchmarkPeers", "LockBaseline", "MachineProbes", "Puredux",
      "PureduxHistory", "PureduxInspector", "PureduxPersistence", "PureduxQuery", "PureduxReplica",
    ],
    path: "Benchmarks/Benchmarks"),
  .testTarget(name: "BenchmarksTests", dependencies: ["BenchmarkBudgets", "BenchmarkChart", "BenchmarkPeers"]),
]

// Where tests depend on a macro, each C module is there twice, which the comparison of public interfaces does not bear.
let withoutTests = Context.environment["PUREDUX_LIBRARIES_ONLY"] != nil

// With PUREDUX_ONLY=PureduxEffects,PureduxCases the package is the tests of these modules and the targets that they need,
// so that a change of one module is built and tested in a fraction of the time.
let wantedModules = Context.environment["PUREDUX_ONLY"]?.split(separator: ",").map(String.init)

// With PUREDUX_INTEGRATION=1, or with `Integration` among the modules of PUREDUX_ONLY, the package has the targets in
// Integration/ too. They use what only targets of this package may use, and are built beside its tests, not once more.
let withIntegration =
  Context.environment["PUREDUX_INTEGRATION"] == "1" || wantedModules?.contains("Integration") == true

let allTargets =
  withoutTests
  ? modules
  : modules + tools + tests + (withIntegration ? integration : []) + exampleParts + examplePrograms + examples + tour
    + benchmarks

/// The targets by these names, and the targets that they depend on.
@MainActor func closure(of names: [String]) -> [Target] {
  var (found, rest) = (Set<String>(), names)
  while let name = rest.popLast() {
    guard found.insert(name).inserted, let target = allTargets.first(where: { $0.name == name }) else { continue }
    for case .byNameItem(let needed, _) in target.dependencies { rest.append(needed) }
    for case .targetItem(let needed, _) in target.dependencies { rest.append(needed) }
  }
  return allTargets.filter { found.contains($0.name) }
}

let targets =
  if let wantedModules {
    closure(of: wantedModules.flatMap { [$0, $0 + "Tests"] })
  } else {
    allTargets
  }

let package = Package(
  name: "Puredux",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: modules.filter { !["PureduxAtomics", "PureduxFiles"].contains($0.name) && $0.type != .macro }
    .filter { module in targets.contains { $0.name == module.name } }
    .map { .library(name: $0.name, targets: [$0.name]) }
    + (targets.contains { $0.name == "PureduxCommand" }
      ? [.executable(name: "puredux", targets: ["PureduxCommand"])] : []),
  targets: targets,
  swiftLanguageModes: [.v6]
)

// With PUREDUX_WHOLE_MODULES=1 the compiler reads a module's files once, and writes no debug information: a build from an
// empty folder takes two thirds of the time. It compiles the whole module again after each change.
let wholeModules: [SwiftSetting] =
  Context.environment["PUREDUX_WHOLE_MODULES"] == "1"
  ? [
    .unsafeFlags(
      ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2", "-gnone"], .when(configuration: .debug)
    )
  ] : []

for target in package.targets where !["PureduxAtomics", "MachineProbes", "FaultyCalls"].contains(target.name) {
  target.swiftSettings =
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ] + wholeModules + (target.swiftSettings ?? [])
}
