import Foundation
import PureduxPersistence
import SavedModel

/// Keeps a store's state in a file, as an application does, and says what it found, what it saved and what it was told.
///
/// Arguments: the file, and the numbers of the first and the last state. Or `journal`, the file, and how many edits a shelf
/// gets that a journal keeps.
let arguments = CommandLine.arguments

@Sendable func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@Sendable func tell(_ problem: PersistenceError) {
  say("told \(problem.kind)\(problem.keptAt == nil ? "" : ", kept aside")")
}

if arguments.count == 4, arguments[1] == "journal", let count = Int(arguments[3]) {
  let store = StateStore<Shelf, Void>(Shelf()) { shelf, _ in shelf.edit(shelf.turn.number + 1) }
  let persistence = store.persist(
    Shelf.saved, in: Journal(FileStorage(URL(fileURLWithPath: arguments[2])), onProblem: tell))
  await store.settled()
  say("began \(store.state.turn.number)")
  for _ in 0..<count {
    say("saving \(store.state.turn.number + 1)")
    store.dispatch(())
    // A shelf that could be read only now may have replaced it.
    if await persistence.flush() { say("saved \(store.state.turn.number)") }
  }
  say("ended")
  exit(0)
}

guard arguments.count == 4, let first = Int(arguments[2]), let last = Int(arguments[3]), first <= last else { exit(64) }

/// A state that shows whether it is whole.
@Sendable func state(_ number: Int) -> [String] {
  [String(number), String(repeating: Character(String(number % 10)), count: number * 7_919 % 100_000)]
}

let archive = Archive<[String]>(FileStorage(URL(fileURLWithPath: arguments[1])), onProblem: tell)
let store = StateStore<[String], Int>(state(0)) { $0 = state($1) }
let persistence = store.persist(in: archive)
await store.settled()
say("began \(store.state[0])")
for number in first...last {
  say("saving \(number)")
  store.dispatch(number)
  // A state that could be read only now may have replaced it.
  if await persistence.flush() { say("saved \(store.state[0])") }
}
