/// Provides access to the state of a persisted store, without retaining the store.
///
/// `Own` is the type of the store's own state, and `Saved` is the type of the saved part of the state.
struct PersistedState<State: Sendable, Action: Sendable, Own: Sendable, Saved: Sendable>: Sendable {
  let store: WeakStore<State, Action>
  let tree: StoreTree
  let watcher: StateWatcher
  let read: @Sendable () -> State
  let saved: @Sendable (State) -> Saved
  let restored: @Sendable (Saved, State) -> Own

  /// Returns the state to save. This method can also be called after the store is released.
  func current() -> Saved { saved(read()) }

  /// Returns the store's own state with a restored state applied. Must be called in the turn that replaces the store's
  /// own state.
  func own(with state: Saved) -> Own {
    // Replacing the state creates the next revision of the tree.
    watcher.begin(at: tree.revision + 1)
    return restored(state, read())
  }

  /// Resolves the conflict between the current state and a saved state that could not be read earlier. Returns the
  /// state to save, or nil if the saved state is kept.
  func takeIn(_ late: Saved, _ choice: LateRestoring<Saved>) async -> Saved? {
    switch choice {
    case .keepCurrent:
      return current()
    case .replaceCurrent:
      guard let store = store.strong() else { return nil }
      return await replace(in: store) { _ in late } ? nil : current()
    case .merge(let merge):
      if let store = store.strong(), await replace(in: store, with: { merge(late, $0) }) { return current() }
      return merge(late, current())
    }
  }

  /// Replaces the store's own state in a turn. Returns false if the store has no state of its own.
  private func replace(
    in store: StateStore<State, Action>, with make: @escaping @Sendable (_ current: Saved) -> Saved
  ) async -> Bool {
    let isOwn = store.node.replaceOwnState { _ -> Own? in own(with: make(current())) }
    if isOwn { await tree.settled() }
    return isOwn
  }
}

/// A middleware that restores a store's state on creation, and saves the state after each change.
///
/// The middleware forwards every action, and composes with other middlewares. Retain the middleware to call `flush()`.
///
/// ```swift
/// let persisting = PersistState<Notes, NotesAction>(in: Archive(FileStorage(url)))
/// let store = StateStore<Notes, NotesAction>(Notes(), middleware: persisting, reducer: reduce)
/// ```
///
/// Use each middleware for only one store. If two stores share a middleware, `flush()` applies to the newer store. The
/// newer store is neither restored nor saved until the older store is released.
public struct PersistState<State: Codable & Sendable, Action: Sendable>: Middleware {
  private let archive: Archive<State>
  private let pace: SavingPace
  private let late: LateRestoring<State>
  private let persistence = Guarded<Persistence?>(nil)

  /// Creates a middleware that persists the state of a store in an archive.
  ///
  /// - Parameters:
  ///   - archive: The archive for the state. Use each archive for one store at a time.
  ///   - pace: The delay between a change and its save.
  ///   - late: How to handle a saved state that becomes readable only after the store is created.
  public init(
    in archive: Archive<State>, pace: SavingPace = SavingPace(), late: LateRestoring<State> = .replaceCurrent
  ) {
    self.archive = archive
    self.pace = pace
    self.late = late
  }

  public func handle(_ action: Action, at store: MiddlewareContext<State, Action>) -> Action? { action }

  public func attach(to store: StateStore<State, Action>) {
    let persistence = store.persist(in: archive, pace: pace, late: late)
    self.persistence.withLock { $0 = persistence }
  }

  /// Saves immediately, and returns when the changes of all earlier actions are saved.
  ///
  /// Returns false if saving failed. The failure is reported to the archive's `onProblem`.
  ///
  /// - Parameters:
  ///   - fileID: The file of this call, for misuse reports.
  ///   - line: The line of this call, for misuse reports.
  @discardableResult
  public func flush(fileID: StaticString = #fileID, line: UInt = #line) async -> Bool {
    await persistence.withLock { $0 }?.flush(fileID: fileID, line: line) ?? true
  }
}

/// A handle for saving the state of one store.
///
/// Saving ends when the store is released, whether or not this handle is retained.
///
/// ```swift
/// let persistence = store.persist(in: archive)
/// store.dispatch(.add("milk"))
/// await persistence.flush()
/// ```
public struct Persistence: Sendable {
  let context: StoreContext
  let settle: @Sendable () async -> Void
  let save: @Sendable () async -> Bool

  /// Saves immediately, and returns when the changes of all earlier actions are saved.
  ///
  /// Await this method before the process ends, and when the application enters the background. A process does not
  /// release its stores when it ends, so changes made less than `SavingPace.maximumDelay` ago could be lost. While a
  /// recorded program is paused or displays a past state, the present state is saved, without waiting for queued
  /// actions.
  ///
  /// ```swift
  /// let isSaved = await persistence.flush()
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file of this call, for misuse reports.
  ///   - line: The line of this call, for misuse reports.
  /// - Returns: False if saving failed. The reason is reported to `onProblem`, and saving is retried unless the store
  ///   was released.
  @discardableResult
  public func flush(fileID: StaticString = #fileID, line: UInt = #line) async -> Bool {
    await context.waiting(in: "flush", at: SourceLocation(fileID: fileID, line: line)) {
      await settle()
      return await save()
    }
  }
}

/// How to handle a saved state that becomes readable only after its store is created.
///
/// A file may be temporarily unreadable, for example during a brief disk failure, or until a phone is unlocked after a
/// restart. If the saved state is unreadable, the store begins with its initial state, and nothing is saved until the
/// saved state has been read. Reading is retried with exponential backoff, from 1 to 60 seconds. A `LateRestoring`
/// value also applies to a file that another process has written since this process last accessed the file.
///
/// ```swift
/// store.persist(in: archive, late: .merge { saved, current in
///   Notes(lines: saved.lines + current.lines, draft: current.draft)
/// })
/// ```
public enum LateRestoring<State: Sendable>: Sendable {
  /// The saved state replaces the store's state. Unsaved changes to the store's state are lost.
  case replaceCurrent
  /// The store keeps its state, which overwrites the saved state.
  case keepCurrent
  /// The closure merges the saved state and the store's state, and the merged state is saved. The closure is called in
  /// a turn, so it must not use a store.
  case merge(@Sendable (_ saved: State, _ current: State) -> State)
}
