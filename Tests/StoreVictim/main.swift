import Foundation
import PureduxPersistence

/// Keeps a store's state in a file, as an application does, and says what it found, what it saved and what it was told.
///
/// Arguments: the file, and the numbers of the first and the last state.
let arguments = CommandLine.arguments
guard arguments.count == 4, let first = Int(arguments[2]), let last = Int(arguments[3]), first <= last else { exit(64) }

@Sendable func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// A state that shows whether it is whole.
@Sendable func state(_ number: Int) -> [String] {
  [String(number), String(repeating: Character(String(number % 10)), count: number * 7_919 % 100_000)]
}

let archive = Archive<[String]>(
  FileStorage(URL(fileURLWithPath: arguments[1])),
  onProblem: { say("told \($0.kind)\($0.keptAt == nil ? "" : ", kept aside")") })
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
