import Foundation
import PureduxPersistence

/// Saves one state after another, without end unless it fails, and says on its output, before and after each, which one
/// it is, and what failed.
///
/// Arguments: the file, the number of the first state, how long its text is, and optionally the user to become before.
let arguments = CommandLine.arguments
guard (4...5).contains(arguments.count), let first = Int(arguments[2]), let length = Int(arguments[3]) else { exit(64) }
if arguments.count == 5 {
  guard let user = UInt32(arguments[4]), setgid(user) == 0, setuid(user) == 0 else { exit(71) }
}

@Sendable func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let archive = Archive<[String]>(FilePlace(URL(fileURLWithPath: arguments[1])), onProblem: { say("\($0.kind)") })

for number in first... {
  let state = [String(number), String(repeating: Character(String(number % 10)), count: length)]
  say("saving \(number)")
  guard archive.save(state) else { exit(74) }
  say("saved \(number)")
}
