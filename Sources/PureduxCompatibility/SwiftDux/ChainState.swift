internal import PureduxCore

/// The progress of a chain of actions. This type is a plain value; its transitions return the steps for the caller to
/// perform outside the lock.
struct ChainState<Action: Sendable>: Sendable {
  private enum Phase {
    /// The next step runs when its message is delivered.
    case ready
    /// A step is being performed in its turn.
    case performing
    /// The work of the step at `next - 1` is in progress.
    case working(StoreSubscription)
    /// The work has ended, and its actions are queued. Releasing the token would drop the queued actions.
    case settling(StoreSubscription)
    case over
  }

  enum Next {
    case perform(Action, isLast: Bool)
    /// No steps remain, and the work that the chain waited for has ended.
    case finish(WorkOutcome)
    case nothing
  }

  enum Continuation {
    case post
    case cancel
    case nothing
  }

  let steps: [ChainStep<Action>]
  private var next = 0
  private var phase = Phase.ready
  /// Whether an error has ended the chain.
  private var hasFailed = false
  /// The tokens of work that the chain does not wait for. Cancelling the chain also cancels this work.
  private var kept: [StoreSubscription] = []

  init(_ steps: [ChainStep<Action>]) { self.steps = steps }

  var isOver: Bool { if case .over = phase { true } else { false } }

  /// Whether cancelling the chain would have no effect.
  var isEnded: Bool { isOver && kept.isEmpty }

  /// Returns the next step to perform in a turn, and a token to release outside the lock.
  mutating func takeNext() -> (Next, StoreSubscription?) {
    var released: StoreSubscription?
    switch phase {
    case .over: return (.nothing, nil)
    case .working:
      assertionFailure("a step begins while the work of the previous step is in progress")
      return (.nothing, nil)
    case .ready, .performing: break
    case .settling(let token):
      // A nested chain that has ended may have started work that is still running.
      if token.isEnded { released = token } else { kept.append(token) }
    }
    guard next < steps.count else {
      phase = .over
      return (.finish(hasFailed ? .failed : .finished), released)
    }
    phase = .performing
    next += 1
    return (.perform(steps[next - 1].action, isLast: next == steps.count), released)
  }

  /// Records that the current step has started work that may report its completion. Returns false if the chain has
  /// already ended.
  mutating func beginWorking(_ token: StoreSubscription) -> Bool {
    guard case .performing = phase else { return false }
    phase = .working(token)
    return true
  }

  /// Records that the work does not report its completion. The chain continues without waiting for the work.
  mutating func keepWork() {
    guard case .working(let token) = phase else { return }
    kept.append(token)
    phase = .ready
  }

  /// Records that the work of the current step has ended.
  mutating func endWorking(_ outcome: WorkOutcome) -> Continuation {
    guard case .working(let token) = phase else { return .nothing }
    switch outcome {
    case .finished: break
    case .failed:
      let afterError = steps[next - 1].afterError
      hasFailed = afterError == nil
      next = afterError ?? steps.count
    case .cancelled: return .cancel
    }
    phase = .settling(token)
    return .post
  }

  /// Ends the chain. Returns the tokens to cancel, and the actions that will not be reduced.
  mutating func end() -> (tokens: [StoreSubscription], dropped: ArraySlice<ChainStep<Action>>) {
    var tokens = kept
    kept = []
    switch phase {
    case .working(let token), .settling(let token): tokens.append(token)
    case .ready, .performing, .over: break
    }
    let dropped = steps[(isOver ? steps.count : next)...]
    phase = .over
    return (tokens, dropped)
  }
}

/// One action of a chain, and the index of the next step if the action's work fails.
struct ChainStep<Action: Sendable>: Sendable {
  let action: Action
  /// The index of the step to continue with after an error; nil if an error ends the chain.
  var afterError: Int?
}

extension ComposedAction {
  /// Returns the steps of this chain for a store with the given action type. Actions of other types are reported and
  /// skipped.
  func steps<Action>(as type: Action.Type, _ context: StoreContext) -> [ChainStep<Action>] {
    var steps: [ChainStep<Action>] = []
    addSteps(to: &steps, isPart: false, context)
    return steps
  }

  private func addSteps<Action>(to steps: inout [ChainStep<Action>], isPart: Bool, _ context: StoreContext) {
    var own: [Int] = []
    for part in actions {
      if let chain = part as? ComposedAction {
        chain.addSteps(to: &steps, isPart: true, context)
      } else if let action = part as? Action {
        own.append(steps.count)
        steps.append(ChainStep(action: action, afterError: continuesAfterErrors ? steps.count + 1 : nil))
      } else {
        context.report(
          .wrongActionType(action: "\(part)", type: "\(Swift.type(of: part))", expected: "\(Action.self)"))
      }
    }
    // An error in a nested chain ends only the nested chain.
    if isPart, !continuesAfterErrors { for index in own { steps[index].afterError = steps.count } }
  }
}
