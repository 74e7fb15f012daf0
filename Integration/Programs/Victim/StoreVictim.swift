import Foundation
import PureduxPersistence
import SavedModel

/// Keeps a store's state in a file, as an application does, and prints the restored state, the saved states and the
/// reported problems.
///
/// Arguments: the file, and the numbers of the first and the last state. Or `journal`, the file, and the number of edits
/// of a shelf that a journal keeps.
enum StoreVictim {
  static func run(_ arguments: [String]) async {
    guard arguments.count == 3 else { exit(64) }
    if arguments[0] == "journal", let count = Int(arguments[2]) {
      await edit(URL(fileURLWithPath: arguments[1]), edits: count)
    } else if let first = Int(arguments[1]), let last = Int(arguments[2]), first <= last {
      await save(first...last, in: URL(fileURLWithPath: arguments[0]))
    } else {
      exit(64)
    }
  }

  @Sendable private static func tell(_ problem: PersistenceError) {
    say("told \(problem.kind)\(problem.keptAt == nil ? "" : ", kept aside")")
  }

  private static func edit(_ file: URL, edits count: Int) async {
    let store = StateStore<Shelf, Void>(Shelf()) { shelf, _ in shelf.edit(shelf.turn.number + 1) }
    let persistence = store.persist(Shelf.saved, in: Journal(FileStorage(file), onProblem: tell))
    await store.settled()
    say("began \(store.state.turn.number)")
    for _ in 0..<count {
      say("saving \(store.state.turn.number + 1)")
      store.dispatch(())
      // A shelf that only now became readable may have replaced the store's.
      if await persistence.flush() { say("saved \(store.state.turn.number)") }
    }
    say("ended")
    // Immediately, because releasing the store would save, and print, once more.
    exit(0)
  }

  private static func save(_ numbers: ClosedRange<Int>, in file: URL) async {
    let archive = Archive<[String]>(FileStorage(file), onProblem: tell)
    let store = StateStore<[String], Int>(numberedState(0)) { $0 = numberedState($1) }
    let persistence = store.persist(in: archive)
    await store.settled()
    say("began \(store.state[0])")
    for number in numbers {
      say("saving \(number)")
      store.dispatch(number)
      // A state that only now became readable may have replaced the store's.
      if await persistence.flush() { say("saved \(store.state[0])") }
    }
    exit(0)
  }
}
