/// Work that an action or a plan started, from its beginning to its end.
final class WorkRun: Endable {
  let site: WorkSite
  private let name: String
  private let tell: @Sendable (StoreEvent.Kind) -> Void
  private let isClosed = AtomicFlag()
  private let isOver = AtomicFlag()
  private let task = Guarded<Task<Void, Never>?>(nil)

  /// Begins; the work goes with the store at the latest.
  init(at site: WorkSite, name: String) {
    self.site = site
    self.name = name
    tell = site.teller
    tell(.workStarted(name: name))
    site.keep(self)
  }

  var isEnded: Bool { isOver.isRaised }

  /// Dispatches an action, unless the work was told to stop before its turn.
  func dispatch(_ action: any Sendable) { site.dispatch(action, unless: isClosed) }

  /// Dispatches an action, unless the work was told to stop before its turn, and waits for that.
  func send(_ action: any Sendable) async { await site.send(action, unless: isClosed) }

  /// Does the work in a task.
  func start(_ operation: @escaping @Sendable () async throws -> Void) {
    let task = site.context.startTask {
      do { try await operation() } catch { self.report(error) }
      self.finish()
    }
    self.task.withLock { $0 = task }
    if isClosed.isRaised { task.cancel() }
  }

  /// Returns when the work is over.
  func value() async { await task.withLock { $0 }?.value }

  /// The work is done.
  func finish() {
    if isOver.raise() { tell(.workEnded(name: name)) }
  }

  /// Tells the work to stop: nothing that it dispatches from now on counts.
  func end() {
    isClosed.raise()
    task.withLock { $0 }?.cancel()
    if isOver.raise() { tell(.workCancelled(name: name)) }
  }

  private func report(_ error: any Error) {
    if !isClosed.isRaised { site.context.report(.workError(error, name: name)) }
  }
}
