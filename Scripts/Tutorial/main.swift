// Checks the tutorial in Examples/Tutorial: each step is compiled with the newest version of each file up to that step,
// its tests are run, and its output is compared with the expected output, from which the pictures are drawn.
import Foundation

var arguments = Array(CommandLine.arguments.dropFirst())
@MainActor func option(_ name: String) -> Bool {
  defer { arguments.removeAll { $0 == name } }
  return arguments.contains(name)
}

let start = Date()
let (writes, testsItself) = (option("--write"), option("--self-test"))
guard arguments.count >= 2 else {
  throw Failure(description: "usage: check BUILD SCRATCH [--write] [--self-test] [STEP …]")
}
let wanted = arguments.dropFirst(2)
let checker = try Checker(
  source: TutorialSource(folder: "Examples/Tutorial"), build: arguments[0], scratch: arguments[1],
  tool: CommandLine.arguments[0], writes: writes)
let steps = checker.source.steps.filter { wanted.isEmpty || wanted.contains($0.name) }
checker.checkSteps(steps)
if wanted.isEmpty { checker.record("the chapters") { try checker.checkFolders() } }
if testsItself { checker.record("the check itself") { try checker.checkItself() } }
for text in checker.failures { print("check-tutorial: \(text)") }
guard checker.failures.isEmpty else { exit(1) }
print(
  "check-tutorial: \(steps.count) steps compile, their tests pass, and their output is as expected",
  "(\(checker.checkedCount) of them anew, in \(Int(Date().timeIntervalSince(start))) s)")
