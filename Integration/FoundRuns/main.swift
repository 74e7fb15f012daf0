import Foundation
import PureduxCore
import PureduxTesting

// Makes the explorations of FoundRuns.swift. The program's argument is a folder, which receives for each of them the
// report, the attached session, and the printed test in a source file; or `trap` for a reducer that traps.

let found: [(name: String, explore: () -> Void)] = [
  ("order", FoundRuns.order), ("restart", FoundRuns.restart), ("lostAnswer", FoundRuns.lostAnswer),
  ("waiting", FoundRuns.waiting), ("otherClient", FoundRuns.otherClient), ("undoing", FoundRuns.undoing),
  ("impureReducer", FoundRuns.impureReducer), ("children", FoundRuns.children), ("server", FoundRuns.server),
  ("tree", FoundRuns.tree), ("endlessWork", FoundRuns.endlessWork), ("legacyFunction", LegacyFoundRuns.function),
  ("legacyServer", LegacyFoundRuns.server),
]

/// The failure of an operation, and its files.
func failure(_ operation: () -> Void) -> (text: String, files: [String: [UInt8]])? {
  let (texts, files) = (Recorder<String>(), Recorder<(String, [UInt8])>())
  StoreContext.with {
    $0.failureReporter = FailureReporter { bytes, name, _ in
      files.record((name, bytes))
    } _: { text, _ in
      texts.record(text)
    }
  } operation: {
    operation()
  }
  return texts.values.first.map { ($0, Dictionary(uniqueKeysWithValues: files.values)) }
}

if CommandLine.arguments[1] == "trap" {
  Exploration {
    StateStore<Int, Int>(0) { count, number in
      precondition(count + number != 3, "three")
      count += number
    }
  } actions: { _ in
    [1, 2]
  }.run()
}

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
var calls = ""
for (name, explore) in found {
  guard let (text, files) = failure(explore), let session = files["recording.session"] else {
    fatalError("\(name) found nothing, or attached no session")
  }
  try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).txt"))
  try Data(session).write(to: folder.appendingPathComponent("\(name).session"))
  guard let start = text.range(of: "A test that repeats it:\n") else { fatalError("\(name) printed no test") }
  let test = text[start.upperBound...]
  let isLegacy = name.hasPrefix("legacy")
  let source = """
    import PureduxEffects
    import PureduxInspector
    import PureduxTesting
    import \(isLegacy ? "XCTest" : "Testing")

    \(isLegacy ? "final class Test_\(name): XCTestCase" : "struct Test_\(name)") {
    \(test)
    }
    """
  try Data(source.utf8).write(to: folder.appendingPathComponent("Test_\(name).swift"))
  let call = isLegacy ? "Test_\(name)(name: \"a\") { _ in }.testRepeatedRun()" : "Test_\(name)().repeatedRun()"
  calls += "  (\"\(name)\", { \(call) }),\n"
}
try Data("let repeated: [(name: String, test: @Sendable () -> Void)] = [\n\(calls)]\n".utf8)
  .write(to: folder.appendingPathComponent("Repeated.swift"))
print("\(found.count) explorations found something")
