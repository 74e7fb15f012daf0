import Foundation
import PureduxInspector

/// Records, appends or replays a session, and prints the result.
///
/// Usage: ExampleRecorder record EXAMPLE FILE COUNT | append EXAMPLE FILE | replay EXAMPLE FILE
let arguments = CommandLine.arguments
guard arguments.count >= 4, let example = RecordedExample(rawValue: arguments[2]) else { exit(64) }
let file = URL(fileURLWithPath: arguments[3])

do {
  switch (arguments[1], arguments.last.flatMap { Int($0) }) {
  case ("record", let count?): print(try example.record(count, into: file))
  case ("append", _): try example.append(to: file)
  case ("replay", _):
    let (text, state) = example.replay(try RecordedSession(contentsOf: file))
    print(text)
    print(state)
  default: exit(64)
  }
} catch {
  print(error)
  exit(1)
}
