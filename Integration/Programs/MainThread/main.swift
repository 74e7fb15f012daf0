import Foundation
import ThreadProbes

/// Uses stores of the main thread in a program whose main thread serves the main queue, as an application's does.
///
/// Argument: `model` or `nested-run-loop`. Prints the problems, or a last line that reports success.
let arguments = CommandLine.arguments

func fail(_ text: String) -> Never {
  print(text)
  exit(1)
}

let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
Watchdog.start(seconds: isLong ? 3600 : 600)
switch arguments.dropFirst().first {
case "model": checkModel()
case "nested-run-loop": checkNestedRunLoop()
default: exit(64)
}
print("agreed")
