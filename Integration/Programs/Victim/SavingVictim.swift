import Dispatch
import Foundation
import PureduxPersistence
import SavedModel

/// Saves one state after another until a save fails, and prints before and after each save the number of the state, and
/// the failure.
///
/// Arguments: the file, the numbers of the first and of the last state, the length of the text of each, and optionally
/// the user to switch to first. Or `journal`, the file, and the number of edits in a save: then a store continues
/// endlessly with the shelf in the file. Or `paced`, the file, the number of edits, and the number of edits per second:
/// then it prints the number of each edit and its time, in nanoseconds of the system's uptime.
enum SavingVictim {
  static func run(_ arguments: [String]) async throws {
    if arguments.count == 3, arguments[0] == "journal", let count = Int(arguments[2]) {
      await edit(URL(fileURLWithPath: arguments[1]), editsInASave: count)
    }
    if arguments.count == 4, arguments[0] == "paced", let count = Int(arguments[2]), let rate = Int(arguments[3]) {
      return await edit(URL(fileURLWithPath: arguments[1]), count, perSecond: rate)
    }
    guard (4...5).contains(arguments.count), let first = Int(arguments[1]), let last = Int(arguments[2]), first <= last,
      let length = Int(arguments[3])
    else { exit(64) }
    if arguments.count == 5 {
      guard let user = UInt32(arguments[4]), setgid(user) == 0, setuid(user) == 0 else { exit(71) }
    }
    let archive = Archive<[String]>(FileStorage(URL(fileURLWithPath: arguments[0])), onProblem: { say("\($0.kind)") })
    for number in first...last {
      let state = [String(number), String(repeating: Character(String(number % 10)), count: length)]
      say("saving \(number)")
      guard archive.save(state) else { exit(74) }
      say("saved \(number)")
    }
  }

  private static func edit(_ file: URL, _ count: Int, perSecond rate: Int) async {
    let store = StateStore<Shelf, Int>(Shelf()) { shelf, number in shelf.edit(number) }
    let persistence = store.persist(
      Shelf.saved, in: Journal(FileStorage(file), onProblem: { say("told \($0.kind)") }),
      pace: SavingPace(debounce: .milliseconds(10), maximumDelay: .milliseconds(10)))
    let (ticks, clock) = AsyncStream.makeStream(of: Void.self)
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { clock.yield() }
    timer.schedule(deadline: .now(), repeating: .nanoseconds(1_000_000_000 / rate), leeway: .nanoseconds(0))
    timer.activate()
    let start = DispatchTime.now().uptimeNanoseconds
    var number = 0
    for await _ in ticks {
      // All edits that are due, because a sleep may end late.
      let due = Int(DispatchTime.now().uptimeNanoseconds - start) / (1_000_000_000 / rate)
      while number < min(count, due) {
        number += 1
        say("\(number) \(DispatchTime.now().uptimeNanoseconds)")
        store.dispatch(number)
      }
      if number == count { break }
    }
    timer.cancel()
    guard await persistence.flush() else { exit(74) }
  }

  private static func edit(_ file: URL, editsInASave count: Int) async -> Never {
    let store = StateStore<Shelf, Int>(Shelf()) { shelf, number in shelf.edit(number) }
    let journal = Journal<Shelf>(FileStorage(file), onProblem: { say("told \($0.kind)") })
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
}
