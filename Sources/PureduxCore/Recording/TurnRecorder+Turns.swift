internal import PureduxAtomics

// The parts of a recorded turn, in this order.
extension TurnRecorder {
  /// Begins the turn of an action that was posted to `store`.
  @usableFromInline
  func beginTurn(of store: UInt64, _ turn: borrowing Turn) {
    let (began, posted, number) = (puredux_ticks(), takeCause(), open.end)
    current.origin = RecordedOrigin(
      began: began, waited: RecordedOrigin.units(began &- posted.ticks), cause: distance(to: posted, from: number))
    current.firstStep = open.steps.count
    current.store = store
    // SAFETY: the tree keeps the recorder during the turn, at whose end the pointer is taken back.
    current.outer = puredux_thread_begin_turn(word(number), Unmanaged.passUnretained(self).toOpaque())
  }

  private func takeCause() -> PostedCause {
    defer { causes.removeFirst() }
    return nextPost()
  }

  /// The cause of the action that is delivered next.
  func nextPost() -> PostedCause {
    if causes.ofMessage == nil, posts.wereAbandoned.isRaised {
      posts.wereAbandoned.lower()
      causes.abandon()
    }
    return causes.first { waiting in tree.mailbox.hold { locked in posts.take(&waiting, locked) } }
  }

  /// Notes the action of a turn whose reducing follows level by level.
  @usableFromInline
  func dispatched<Action>(
    _ action: Action, _ log: ActionLog<Action>, _ path: ReductionPath<Action>, _ turn: borrowing Turn
  ) {
    tree.stateLock.hold { locked in log.record(action, of: path.store, .dispatch, path.reduce, locked) }
  }

  @usableFromInline
  func beginReducing(_ turn: borrowing Turn) {
    puredux_thread_set_draws(Unmanaged.passUnretained(draws).toOpaque())
  }

  /// Notes a step. Its action has been logged.
  @usableFromInline
  func append(_ log: UInt32, _ path: UInt32, _ kind: RecordedStep.Kind) {
    draws.step = open.end
    if kind != .level { lastEvent = open.end }
    open.steps.append(RecordedStep(log: log, path: path, origin: current.origin, kind: kind))
  }

  @usableFromInline
  func endReducing(_ turn: borrowing Turn) {
    puredux_thread_set_draws(nil)
    current.reduced = puredux_ticks()
  }

  /// - Parameter isDropped: whether the action was kept back.
  @usableFromInline
  func endTurn(isDropped: Bool = false, _ turn: borrowing Turn) {
    let (published, observers) = (puredux_ticks(), puredux_thread_observers())
    puredux_thread_end_turn(current.outer)
    current.last = open.first + UInt64(current.firstStep)
    let isFull = tree.stateLock.hold { locked in
      if current.firstStep < open.steps.count {
        if isDropped {
          open.steps[current.firstStep].kind = .dropped
        } else {
          open.steps[current.firstStep].reducing = RecordedOrigin.units(current.reduced &- current.origin.began)
          open.steps[current.firstStep].publishing = RecordedOrigin.units(published &- current.reduced)
          open.steps[current.firstStep].observers = observers
        }
      }
      return sealIfFull(locked)
    }
    if isFull { keeper?.hasTaken() }
  }

  /// Runs `body` as a part of the turn that has just ended: what it starts comes from there.
  func afterTurn<Result>(_ turn: borrowing Turn, _ body: () -> Result) -> Result {
    let outer = puredux_thread_set_cause(word(current.last))
    defer { _ = puredux_thread_set_cause(outer) }
    return body()
  }

  /// Delivers a message that was posted for this reason.
  func deliver(_ message: Mailbox.Message, becauseOf cause: PostedCause, _ turn: borrowing Turn) {
    let outer = causes.ofMessage
    causes.ofMessage = cause
    message(turn)
    causes.ofMessage = outer
  }
}
