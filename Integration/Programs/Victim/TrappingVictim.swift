import Foundation
import PureduxCore
import PureduxRecording

/// Dispatches actions until the last of them ends the program, in the way named by the first argument.
///
/// Further arguments: `handler` first installs a signal handler of the program, `observer` makes an observer fail
/// instead of the reducer, and `ended` ends the printing before the fault.
enum TrappingVictim {
  private enum Action: Sendable {
    case add(Int), pay(card: String), fail(String)
  }

  @Sendable private static func fail(_ way: String) {
    switch way {
    case "trap":
      // An index that is out of range.
      let empty = [Int](repeating: 0, count: CommandLine.arguments.count - CommandLine.arguments.count)
      print(empty[CommandLine.arguments.count])
    case "precondition": preconditionFailure("a reducer that traps")
    case "abort": abort()
    case "segmentation": raise(SIGSEGV)
    case "breakpoint": raise(SIGTRAP)
    default: exit(64)
    }
  }

  static func run(_ arguments: [String]) async {
    guard let way = arguments.first else { exit(64) }
    if arguments.contains("handler") {
      for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] {
        signal(number) { _ in
          _ = write(STDERR_FILENO, "the earlier handler\n", 20)
          _exit(42)
        }
      }
    }
    let isObserver = arguments.contains("observer")
    let store = StateStore<Int, Action>(0, named: "till") { sum, action in
      switch action {
      case .add(let number): sum += number
      case .pay: break
      case .fail(let way): if isObserver { sum = -1 } else { fail(way) }
      }
    }
    let subscription = store.subscribe { sum in if sum == -1 { fail(way) } }
    let lastActions = store.printLastActionsOnCrash(5) { action in
      if case Action.pay = action { "pay(•••)" } else { action }
    }
    for number in 1...100 { store.dispatch(.add(number)) }
    store.dispatch(.pay(card: "4111"))
    await store.settled()
    if arguments.contains("ended") { lastActions.cancel() }
    store.dispatch(.fail(way))
    await store.settled()
    withExtendedLifetime((store, subscription, lastActions)) { exit(0) }
  }
}
