import Foundation
import PureduxPersistence
import SavedModel

/// Saves one state after another until one fails, and says on its output, before and after each, which one it is, and
/// what failed.
///
/// Arguments: the file, the numbers of the first and of the last state, how long the text of each is, and optionally the
/// user to become before. Or `journal`, the file, and how many edits a save has: then a store goes on with the shelf that
/// is in the file, without end.
let arguments = CommandLine.arguments

@Sendable func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

if arguments.count == 4, arguments[1] == "journal", let count = Int(arguments[3]) {
  let store = StateStore<Shelf, Int>(Shelf()) { shelf, number in shelf.edit(number) }
  let journal = Journal<Shelf>(FileStorage(URL(fileURLWithPath: arguments[2])), onProblem: { say("told \($0.kind)") })
  let persistence = store.persist(Shelf.saved, in: journal)
  await store.settled()
  var number = store.state.turn.number
  say("began \(number)")
  while true {
    say("saving \(number + count)")
    for _ in 0..<count {
      number += 1
      store.dispatch(number)
    }
    guard await persistence.flush() else { exit(74) }
    say("saved \(number)")
  }
}

guard (5...6).contains(arguments.count), let first = Int(arguments[2]), let last = Int(arguments[3]), first <= last,
  let length = Int(arguments[4])
else { exit(64) }
if arguments.count == 6 {
  guard let user = UInt32(arguments[5]), setgid(user) == 0, setuid(user) == 0 else { exit(71) }
}

let archive = Archive<[String]>(FileStorage(URL(fileURLWithPath: arguments[1])), onProblem: { say("\($0.kind)") })

for number in first...last {
  let state = [String(number), String(repeating: Character(String(number % 10)), count: length)]
  say("saving \(number)")
  guard archive.save(state) else { exit(74) }
  say("saved \(number)")
}
