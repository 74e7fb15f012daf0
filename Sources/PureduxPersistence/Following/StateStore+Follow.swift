internal import Dispatch

extension StateStore {
  /// Reads along with a journal that another process writes, for a widget or an extension.
  ///
  /// The parts of this store's state become those of the journal, at once and whenever something was saved: a change is
  /// seen after one `interval` at most. Nothing is written or locked, and never half of a save is read. A look that finds
  /// nothing new costs a few calls of the system.
  ///
  /// ```swift
  /// let widget = StateStore<Library, Never>(Library()) { _, _ in }
  /// widget.follow(Library.saved, in: Journal(FileStorage(url)))
  /// ```
  ///
  /// What this store's reducers change in these parts is replaced when something is saved next. Problems are reported to the
  /// journal's `onProblem`, each once, and looking goes on. It ends with the store. On a projection, which keeps no state,
  /// it is misuse.
  ///
  /// - Parameters:
  ///   - parts: The parts that are read.
  ///   - journal: The journal, which another process, or another store, saves in.
  ///   - interval: The time between two looks, by the store's clock.
  /// - Returns: A value to `look()` at once. Following goes on without it.
  @discardableResult
  public func follow(
    _ parts: [StatePart<State>], in journal: Journal<State>, every interval: Duration = .milliseconds(50)
  ) -> JournalFollowing {
    let parts = parts.distinct().filter { !$0.isRemoved }
    let follower = JournalFollower(
      store: weak(), context: node.context, interval: max(interval, .milliseconds(1)), parts: parts, journal: journal,
      tail: journal.tail(parts, from: node.readPresentState()))
    let isOwn = node.replaceOwnState { _ in follower.begin() }
    if isOwn { follower.wait() } else { node.context.report(.persistedProjection(state: "\(State.self)")) }
    return JournalFollowing(look: { await follower.look() })
  }
}

/// The reading of a journal that another process writes, which goes on until the store is gone, whether this is kept or not.
public struct JournalFollowing: Sendable {
  let look: @Sendable () async -> Bool

  /// Looks now, and returns when the store's state has what was saved before.
  ///
  /// - Returns: false when the journal could not be read. Its `onProblem` was told why, unless that was told before.
  @discardableResult
  public func look() async -> Bool { await look() }
}

/// Looks at a journal by a clock, and puts what is new into a store.
final class JournalFollower<State: Sendable, Action: Sendable>: Sendable {
  private struct Progress {
    var tail: JournalTail<State>
    var told: PersistenceError?
  }

  private let store: WeakStore<State, Action>
  private let context: StoreContext
  private let interval: Duration
  private let parts: [StatePart<State>]
  private let journal: Journal<State>
  private let progress: Guarded<Progress>
  /// Looks come one after another, and hold no thread of the cooperative pool.
  private let queue = DispatchQueue(label: "Puredux following")

  init(
    store: WeakStore<State, Action>, context: StoreContext, interval: Duration, parts: [StatePart<State>],
    journal: Journal<State>, tail: JournalTail<State>
  ) {
    (self.store, self.context, self.interval) = (store, context, interval)
    (self.parts, self.journal, progress) = (parts, journal, Guarded(Progress(tail: tail)))
  }

  /// The state that the store begins with, called in its turn; nil where nothing was saved.
  func begin() -> State? { news().found.flatMap(state) }

  /// Looks again after the interval, and again, until the store is gone.
  func wait() {
    let timer = StoreTimer { [self] in
      _ = context.startTask(outsideOfPoolOn: queue) { [self] _ in
        guard store.strong() != nil else { return }
        await look()
        wait()
      }
    }
    timer.start(after: interval, in: context)
  }

  /// Returns when the store has what was saved before; false when it could not be read.
  @discardableResult
  func look() async -> Bool {
    guard let store = store.strong() else { return true }
    let (found, isRead) = news()
    if let found {
      store.node.replaceOwnState { [self] _ in state(with: found) }
      await store.node.tree.settled()
    }
    return isRead
  }

  /// The store's state with these parts; called in the turn that replaces it.
  private func state(with found: State) -> State? {
    guard var state = store.strong()?.node.readPresentState() else { return nil }
    for part in parts { part.copy(found, &state) }
    return state
  }

  /// What was saved since the last look; nil where nothing was.
  private func news() -> (found: State?, isRead: Bool) {
    let (found, problem, isRead) = progress.withLock { progress -> (State?, PersistenceError?, Bool) in
      do throws(PersistenceError) {
        let isNew = try progress.tail.look()
        progress.told = nil
        return (isNew ? progress.tail.state : nil, nil, true)
      } catch {
        defer { progress.told = error }
        return (nil, progress.told == error ? nil : error, false)
      }
    }
    if let problem { journal.tell(problem) }
    return (found, isRead)
  }
}
