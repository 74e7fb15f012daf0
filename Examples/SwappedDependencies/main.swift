import Foundation
import Puredux

// The same diary twice, side by side: with the clock on the wall, and with one that stands still.

guard CommandLine.arguments.count == 1 else {
  let isHelp = ["-h", "--help"].contains(CommandLine.arguments[1])
  if !isHelp { print("SwappedDependencies: unknown argument `\(CommandLine.arguments[1])`") }
  print("Usage: swift run SwappedDependencies\n\nRuns one feature with the live clock and with a fixed one.")
  exit(isHelp ? 0 : 2)
}

func makeDiary() -> StateStore<Diary, DiaryAction> {
  StateStore(Diary()) { state, action in state.reduce(action) }
}

let live = makeDiary()
let fixed = Dependencies.with {
  $0.now = { Date(timeIntervalSince1970: 0) }
  $0.author = "A test"
} operation: {
  makeDiary()
}

for text in ["woke up", "had tea", "wrote Swift"] {
  await live.send(.write(text))
  await fixed.send(.write(text))
}

func column(_ text: String) -> String { text.padding(toLength: 44, withPad: " ", startingAt: 0) }

print(column("live") + "overridden")
for (left, right) in zip(live.state.lines, fixed.state.lines) { print(column(left) + right) }
