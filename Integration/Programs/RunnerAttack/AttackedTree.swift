import Dispatch
import PureduxEffects
import PureduxTesting

/// A tree with one kind of runner, to which all threads dispatch.
final class AttackedTree: Sendable {
  typealias State = AttackedState
  typealias Handle = StateStore<State, State.Action>

  let name: String
  private let root: Handle
  private let child: StateStore<(State, Int), State.Action>
  private let numbers: StateStore<State, State.Numbered>
  private let observations: Guarded<(all: Int, torn: Int)>
  private let startedEffects: Guarded<Int>
  private let subscription: StoreSubscription
  /// Called after each burst, for a runner that must be driven.
  private let drive: @Sendable () -> Void

  init(_ name: String, threads: Int, runner: some StoreRunner, drive: @escaping @Sendable () -> Void = {}) {
    self.name = name
    self.drive = drive
    let (observations, startedEffects) = (Guarded((all: 0, torn: 0)), Guarded(0))
    (self.observations, self.startedEffects) = (observations, startedEffects)
    root = Handle(State(threads: threads), runner: runner) { $0.reduce($1) }
    root.effect(\.job) { state, dispatch in
      startedEffects.withLock { $0 += 1 }
      return Effect {
        dispatch(.landed(run: state.runs))
        dispatch(.landed(run: state.runs))
      }
    }
    child = root.with(0) { count, action in
      if case .numbered(let action) = action, action.isOfChild { count += 1 }
    }
    numbers = root.map(actions: { .numbered($0) })
    subscription = child.subscribe { state, count in
      observations.withLock {
        $0.all += 1
        if state.ofChild != count { $0.torn += 1 }
      }
    }
  }

  /// Dispatches `count` numbered actions of a thread to stores of all kinds, some of which are released immediately.
  func attack(_ thread: Int, after sent: Int, count: Int, _ random: inout SeededGenerator) {
    for number in (sent + 1)...(sent + count) {
      let action = State.Numbered(thread: thread, number: number)
      switch Int.random(in: 0..<40, using: &random) {
      case 0:
        root.with(0) {
          $0 += 1; _ = $1
        }.dispatch(.numbered(action))
      case 1: numbers.map(actions: { (number: Int) in State.Numbered(thread: thread, number: number) }).dispatch(number)
      case 2:
        let token = root.map(state: \.landed).subscribe(removeDuplicates: .neverEqual) { _ in }
        root.dispatch(.numbered(action))
        token.cancel()
      case 3..<15: child.dispatch(.numbered(State.Numbered(thread: thread, number: number, isOfChild: true)))
      case 15..<25: numbers.dispatch(action)
      default: root.dispatch(.numbered(action))
      }
    }
    root.dispatch(Bool.random(using: &random) ? .runEffect : .cancelEffect)
    drive()
  }

  /// Signals the semaphore when everything that this thread dispatched has been reduced.
  func fence(_ semaphore: DispatchSemaphore) {
    root.dispatch(.fence(semaphore))
    drive()
  }

  /// Cancels the work in progress.
  func endEffects() { root.dispatch(.cancelEffect) }

  /// The results of the tree, and their problems. `sent` was counted outside the tree.
  func account(sent: [Int]) -> (actions: Int, effects: Int, text: String, problems: [String]) {
    let (state, ofChild) = child.state
    let (observations, effects) = (observations.withLock { $0 }, startedEffects.withLock { $0 })
    var problems: [String] = []
    if state.last != sent { problems.append("\(name): sent \(sent), reduced \(state.last)") }
    if state.outOfOrder > 0 { problems.append("\(name): \(state.outOfOrder) out of order") }
    if state.late > 0 { problems.append("\(name): \(state.late) results landed late") }
    if state.ofChild != ofChild {
      problems.append("\(name): the child reduced \(ofChild), its parent \(state.ofChild)")
    }
    if observations.torn > 0 { problems.append("\(name): \(observations.torn) observed states were torn") }
    let actions = sent.reduce(0, +)
    let text =
      "\(name): \(actions) actions, \(effects) effects started, \(state.landed) results, \(observations.all) observed"
    return (actions, effects, text, problems)
  }
}
