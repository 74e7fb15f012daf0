// One shopping list in several terminals: `swift run Shopping`, and `swift run Shopping --as widget` in another one.
import ExampleCommandLine
import Foundation
import PureduxReplica
import ShoppingModel

var folder = FileManager.default.temporaryDirectory.appendingPathComponent("puredux-shopping")
var helper: String?
SmallProgram.start(
  "Shopping", about: "Shows a list that all running copies share. Each line of input changes it.",
  options: "[--as NAME] [--folder FOLDER]",
  usage: """
      --as NAME        a helper, such as `widget`; otherwise, the application, which orders the changes
      --folder FOLDER  the folder of the list
      Type a name to add it, a number to buy the item, `clear` to remove what was bought, and Ctrl-D to end.
    """
) { name, value in
  guard let value = value() else { return false }
  switch name {
  case "--as": helper = value == "app" ? nil : value
  case "--folder": folder = URL(fileURLWithPath: value)
  default: return false
  }
  return true
}

let list = ShoppingList.makeStore(.files(folder, helper: helper))
let screen = list.map(state: ShoppingScreen.lines).subscribe(removeDuplicates: .equal { $0 }) { lines in
  print(lines.joined(separator: "\n") + "\n")
}
while let line = readLine() {
  if let action = ShoppingScreen.action(line, list.state) { list.dispatch(action) }
}
// What was typed survives the end of this program, even if no application is running.
do { try await list.accepted() } catch { print("Not saved: \(error)") }
screen.cancel()
