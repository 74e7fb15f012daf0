import Foundation
import PureduxPersistence

/// Saves one state after another without end, and says on its output, before and after each, which one it is.
///
/// Arguments: the file, the number of the first state, and how long its text is.
let arguments = CommandLine.arguments
guard arguments.count == 4, let first = Int(arguments[2]), let length = Int(arguments[3]) else { exit(64) }

let archive = Archive<[String]>(FilePlace(URL(fileURLWithPath: arguments[1])))

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

for number in first... {
  let state = [String(number), String(repeating: Character(String(number % 10)), count: length)]
  say("saving \(number)")
  guard archive.save(state) else { exit(74) }
  say("saved \(number)")
}
