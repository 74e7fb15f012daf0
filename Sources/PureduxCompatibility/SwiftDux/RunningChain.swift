internal import PureduxCore
internal import PureduxEffects

/// A chain in progress, which performs its actions in order and waits for the work of each action.
///
/// The chain retains the objects that are needed to reduce its actions, but not the store. After a step with work, the
/// next step is queued behind the actions that the work dispatched. Consecutive steps without work are performed
/// without queuing in between.
final class RunningChain<Action: Sendable>: Cancellable {
  /// The nesting depth at which chains are posted instead of being performed in place.
  ///
  /// Posting deeper chains prevents a stack overflow if a middleware keeps creating chains.
  static var greatestDepth: Int { 16 }

  private let state: Guarded<ChainState<Action>>
  private let actionQueue: ActionQueue<Action>
  /// The store to which the work of the steps belongs; nil if no step has work.
  private let store: WorkContext?
  /// Called before each step; once the closure returns true, no further step is performed.
  private let isStopped: (@Sendable () -> Bool)?
  private let depth: Int
  /// Whether the store retains the work of the chain's steps; true if the chain has no token.
  private let goesWithStore: Bool
  private let completion = WorkCompletion()
  /// A flag that is raised on cancellation, so that later actions of the current step are dropped.
  private let isClosed = AtomicFlag()
  /// Called when the last step's state has been published, or can no longer be published.
  private let published: Guarded<(@Sendable () -> Void)?>

  init(
    _ composed: ComposedAction, in actionQueue: ActionQueue<Action>, at store: WorkContext?, context: StoreContext,
    unless isStopped: (@Sendable () -> Bool)?, depth: Int = 0, goesWithStore: Bool,
    then published: (@Sendable () -> Void)?
  ) {
    let steps = composed.steps(as: Action.self, context)
    state = Guarded(ChainState(steps))
    self.actionQueue = actionQueue
    self.store = steps.contains { actionQueue.mayDoWork($0.action) } ? store?.unless(isClosed) : nil
    self.isStopped = isStopped
    self.depth = depth
    self.goesWithStore = goesWithStore
    self.published = Guarded(published)
  }

  /// Appends the next steps to the queue.
  ///
  /// Nothing is delivered before this method returns, because the work may end in a `deinit`, and a `deinit` may run on
  /// any thread at any time.
  func postNext() { actionQueue.tree.mailbox.postFromDeinit { [self] turn in performNext(turn) } }

  /// Posts the first steps of the chain in the same way as a dispatched action.
  func post() { actionQueue.tree.mailbox.post { [self] turn in performNext(turn) } }

  /// Performs steps until one of them starts work or the chain ends.
  func performNext(_ turn: borrowing Turn) {
    while true {
      if isStopped?() == true { return cancel() }
      let (next, _) = state.withLock { $0.takeNext() }
      switch next {
      case .nothing: return
      case .finish(let outcome): return finish(outcome)
      case .perform(let action, let isLast):
        guard perform(action, isLast: isLast, turn) else { return }
      }
    }
  }

  /// Performs a step. Returns false if the step has started work.
  private func perform(_ action: Action, isLast: Bool, _ turn: borrowing Turn) -> Bool {
    let done = isLast ? published.take() : nil
    let started = actionQueue.perform(
      action, at: store, unless: nil, isStopped: { [self] in isOver || isStopped?() == true }, depth: depth + 1, turn,
      then: done)
    switch started {
    case .none: return true
    case .started(let token):
      guard let token else {
        // The next step is queued behind the actions that the work has dispatched.
        postNext()
        return false
      }
      wait(for: token)
      return false
    }
  }

  private func wait(for token: StoreSubscription) {
    guard state.withLock({ $0.beginWorking(token) }) else { return token.cancel() }
    let tellsItsEnd = token.whenOver { [self] outcome in
      switch state.withLock({ $0.endWorking(outcome) }) {
      case .post: postNext()
      case .cancel: cancel()
      case .nothing: break
      }
    }
    if !tellsItsEnd {
      state.withLock { $0.keepWork() }
      postNext()
    }
    // Call `whenOver` before the store keeps the token: the store may forget the token of ended work, and a forgotten
    // token would report `.cancelled`.
    if goesWithStore { store?.keep(token) }
  }

  private func finish(_ outcome: WorkOutcome) {
    published.take()?()
    completion.complete(outcome)
  }

  /// Ends the chain and its current work.
  func cancel() {
    isClosed.raise()
    let (tokens, dropped) = state.withLock { $0.end() }
    for token in tokens { token.cancel() }
    for step in dropped { actionQueue.tree.post(.dropped(step.action), of: actionQueue.store) }
    finish(.cancelled)
  }

  private var isOver: Bool { state.withLock { $0.isOver } }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  func whenOver(_ body: @escaping @Sendable (WorkOutcome) -> Void) -> Bool {
    completion.whenComplete(body)
    return true
  }
}
