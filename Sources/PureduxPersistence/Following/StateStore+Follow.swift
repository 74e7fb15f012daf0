internal import Dispatch
internal import PureduxFiles

extension StateStore {
  /// Updates parts of the state whenever another process saves them in a journal.
  ///
  /// Use this method, for example, in a widget or an extension. The journal's parts replace the corresponding parts of
  /// this store's state, first immediately and then after each save. On systems with file notifications, such as Linux
  /// and Apple platforms, the follower reads the journal immediately after a save, and is idle between saves.
  /// Consecutive reads are at least a fifth of `interval` apart. On other systems, the follower polls once per
  /// `interval`. The follower neither writes nor locks the journal, and never reads a partial save.
  ///
  /// ```swift
  /// let widget = StateStore<Library, Never>(Library()) { _, _ in }
  /// widget.follow(Library.saved, in: Journal(FileStorage(url)))
  /// ```
  ///
  /// Changes that this store's reducers make to the followed parts are overwritten when the next save is read. Each
  /// problem is reported once to the journal's `onProblem`, and following continues until the store is released.
  /// Calling this method on a projection, which has no state of its own, is misuse. The system does not report changes
  /// that another machine makes in a shared folder; to read such changes, call `look()`.
  ///
  /// - Parameters:
  ///   - parts: The parts of the state to follow.
  ///   - journal: The journal that another process or another store writes.
  ///   - interval: The polling interval on systems without file notifications, measured on the store's clock.
  /// - Returns: A handle whose `look()` method reads the journal immediately. Following continues even if the handle is
  ///   released.
  @discardableResult
  public func follow(
    _ parts: [StatePart<State>], in journal: Journal<State>, every interval: Duration = .milliseconds(50)
  ) -> JournalFollowing {
    let parts = parts.distinct().filter { !$0.isRemoved }
    let follower = JournalFollower(
      store: weak(), context: node.context, interval: max(interval, .milliseconds(1)), parts: parts, journal: journal,
      tail: journal.tail(parts, from: node.readPresentState()))
    // Start watching before the first read, so that no change is missed.
    follower.start()
    if node.replaceOwnState(with: { _ in follower.begin() }) {
      node.keep(follower)
    } else {
      follower.cancel()
      node.context.report(.persistedProjection(state: "\(State.self)"))
    }
    return JournalFollowing(context: node.context, lookNow: { await follower.look() })
  }
}

/// A handle for following a journal that another process writes.
///
/// Following ends when the store is released, whether or not this handle is retained.
public struct JournalFollowing: Sendable {
  let context: StoreContext
  let lookNow: @Sendable () async -> Bool

  /// Reads the journal now, and returns when the store's state reflects all saves so far.
  ///
  /// - Parameters:
  ///   - fileID: The file of this call, for misuse reports.
  ///   - line: The line of this call, for misuse reports.
  /// - Returns: False if the journal could not be read. The problem is reported once to the journal's `onProblem`.
  @discardableResult
  public func look(fileID: StaticString = #fileID, line: UInt = #line) async -> Bool {
    await context.waiting(in: "look", at: SourceLocation(fileID: fileID, line: line)) { await lookNow() }
  }
}

/// Reads a journal periodically or when its file changes, and applies new data to a store.
final class JournalFollower<State: Sendable, Action: Sendable>: Cancellable {
  private struct Progress {
    var tail: JournalTail<State>
    var told: PersistenceError?
  }

  /// The schedule of reads.
  private struct Rhythm {
    /// The watch on the journal's file; nil if notifications are unavailable, and after `cancel()`.
    var watch: StorageWatch?
    /// Whether a read, or the pause after a read, is in progress.
    var isBusy = true
    /// Whether the journal's file has changed since the current read began.
    var isDue = false
    var isEnded = false
  }

  private let store: WeakStore<State, Action>
  private let context: StoreContext
  private let interval: Duration
  private let parts: [StatePart<State>]
  private let journal: Journal<State>
  private let progress: Guarded<Progress>
  /// The latest state read from the journal; nil once a turn has applied its parts to the store.
  private let news = Guarded<State?>(nil)
  private let rhythm = Guarded(Rhythm())
  /// Serializes reads of the journal without blocking a thread of the cooperative pool.
  private let queue = DispatchQueue(label: "Puredux following")

  init(
    store: WeakStore<State, Action>, context: StoreContext, interval: Duration, parts: [StatePart<State>],
    journal: Journal<State>, tail: JournalTail<State>
  ) {
    (self.store, self.context, self.interval) = (store, context, interval)
    (self.parts, self.journal, progress) = (parts, journal, Guarded(Progress(tail: tail)))
  }

  var isEnded: Bool { rhythm.withLock { $0.isEnded } }

  func cancel() {
    let watch = rhythm.withLock { rhythm in
      defer { (rhythm.watch, rhythm.isEnded) = (nil, true) }
      return rhythm.watch
    }
    withExtendedLifetime(watch) {}
  }

  /// Starts waiting for a notification, or for the next periodic read if notifications are unavailable.
  func start() {
    if watch() { rhythm.withLock { $0.isBusy = false } } else { rest() }
  }

  /// Returns the store's state with the saved parts, or nil if no saved data was read. Must be called in a turn of the
  /// store.
  func begin() -> State? {
    _ = readNews()
    return state()
  }

  /// Requests notifications of changes. Returns false if notifications are unavailable.
  @discardableResult
  private func watch() -> Bool {
    let watch = journal.watch { [weak self] in self?.changed() }
    let old = rhythm.withLock { rhythm in
      defer { rhythm.watch = rhythm.isEnded ? nil : watch }
      return rhythm.watch
    }
    withExtendedLifetime(old) {}
    return watch != nil
  }

  /// Starts a read of the journal, or schedules another read if one is in progress.
  private func changed() {
    let isIdle = rhythm.withLock { rhythm in
      if rhythm.isBusy || rhythm.isEnded {
        rhythm.isDue = true
        return false
      }
      rhythm.isBusy = true
      return true
    }
    if isIdle { lookAndRest() }
  }

  private func lookAndRest() {
    rhythm.withLock { $0.isDue = false }
    _ = context.startTask(outsideOfPoolOn: queue) { [self] _ in
      if !store.isGone, readNews().isNew { await showNews() }
      rest()
    }
  }

  /// Schedules the next read of the journal after a pause.
  private func rest() {
    if store.isGone { return }
    let (isEnded, isTold) = rhythm.withLock { ($0.isEnded, $0.watch?.isOver == false) }
    if isEnded { return }
    StoreTimer { [weak self] in self?.goOn() }.start(after: isTold ? interval / 5 : interval, in: context)
  }

  /// Reads the journal again if its file changed during the pause, or if notifications are unavailable.
  private func goOn() {
    let isTold = rhythm.withLock { $0.watch?.isOver == false }
    if !isTold { watch() }
    let isIdle = rhythm.withLock { rhythm in
      if isTold, !rhythm.isDue { rhythm.isBusy = false }
      return !rhythm.isBusy
    }
    if !isIdle { lookAndRest() }
  }

  /// Returns when the store's state reflects all saves so far. The result is false if the journal could not be read.
  func look() async -> Bool {
    if store.isGone { return true }
    let isRead = readNews().isRead
    // Wait even if there is no new data, because the turn that applies earlier data may not have run yet.
    await showNews()
    return isRead
  }

  /// Applies the new data to the store, and waits for the turns that apply the data of all reads so far.
  private func showNews() async {
    guard let store = store.strong() else { return }
    store.node.replaceOwnState { [self] _ in state() }
    await store.node.tree.settled()
  }

  /// Returns the store's state with the new data, or nil if another turn has already applied the data. Must be called
  /// in the turn that replaces the store's state.
  private func state() -> State? {
    guard let found = news.take(), var state = store.strong()?.node.readPresentState() else { return nil }
    for part in parts { part.copy(found, &state) }
    return state
  }

  /// Reads the data that was saved to the journal since the last read.
  private func readNews() -> (isNew: Bool, isRead: Bool) {
    let (isNew, problem, isRead) = progress.withLock { progress -> (Bool, PersistenceError?, Bool) in
      do throws(PersistenceError) {
        let isNew = try progress.tail.look()
        progress.told = nil
        // If the turn that applies earlier data is still pending, that turn applies this newer state instead.
        if isNew { news.withLock { [state = progress.tail.state] in $0 = state } }
        return (isNew, nil, true)
      } catch {
        defer { progress.told = error }
        return (false, progress.told == error ? nil : error, false)
      }
    }
    if let problem { journal.tell(problem) }
    return (isNew, isRead)
  }
}
