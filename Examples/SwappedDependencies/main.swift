import ExampleCommandLine
import Foundation
import Puredux

// The same diary twice: with the system's clock, and with a clock that never advances.

SmallProgram.start("SwappedDependencies", about: "Runs one feature with the live clock and with a fixed one.")

let live = makeDiary()
let fixed = makeFixedDiary()

for text in ["woke up", "had tea", "wrote Swift"] {
  await live.send(.write(text))
  await fixed.send(.write(text))
}

func column(_ text: String) -> String { text.padding(toLength: 39, withPad: " ", startingAt: 0) }

if (Paragraph.terminalColumns ?? 80) >= 76 {
  print(column("live") + "overridden")
  for (left, right) in zip(live.state.lines, fixed.state.lines) { print(column(left) + right) }
} else {
  // A narrow terminal shows one below the other.
  print("live")
  for line in live.state.lines { print("  \(line)") }
  print("overridden")
  for line in fixed.state.lines { print("  \(line)") }
}
