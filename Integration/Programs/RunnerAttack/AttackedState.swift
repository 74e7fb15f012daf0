import Dispatch
import PureduxEffects

/// The actions that reached a store, as counted by its reducer.
struct AttackedState: Sendable {
  enum Action: Sendable {
    /// The next of a thread's actions, which are numbered from 1 for each tree.
    case numbered(Numbered)
    case runEffect
    case cancelEffect
    case landed(run: Int)
    /// Notifies the dispatching thread that everything before this action has been reduced.
    case fence(DispatchSemaphore)
  }

  struct Numbered: Sendable {
    let thread: Int
    let number: Int
    /// Whether the action was dispatched to the child that stays.
    var isOfChild = false
  }

  /// The number of the last action of each thread.
  var last: [Int]
  var ofChild = 0
  var outOfOrder = 0
  var job = Effect.State.idle()
  var runs = 0
  var landed = 0
  /// Results of runs that had been cancelled or replaced.
  var late = 0

  init(threads: Int) { last = Array(repeating: 0, count: threads) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .numbered(let action):
      if action.number != last[action.thread] + 1 { outOfOrder += 1 }
      last[action.thread] = action.number
      if action.isOfChild { ofChild += 1 }
    case .runEffect:
      runs += 1
      job.restart()
    case .cancelEffect: job.cancel()
    case .landed(let run):
      landed += 1
      if run != runs || job.isCancelled { late += 1 }
    case .fence(let semaphore): semaphore.signal()
    }
  }
}
