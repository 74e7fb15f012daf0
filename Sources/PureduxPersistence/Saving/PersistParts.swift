/// A middleware that persists parts of the state in a journal.
///
/// The parts are restored when the store is created, and later changes to the parts are saved.
///
/// The middleware forwards every action, and composes with other middlewares. Retain the middleware to call `flush()`.
/// To save the whole state in an archive, use ``PersistState``.
///
/// ```swift
/// let persisting = PersistParts<Library, LibraryAction>(Library.saved, in: Journal(FileStorage(url)))
/// let store = StateStore<Library, LibraryAction>(Library(), middleware: persisting, reducer: reduce)
/// ```
///
/// Use each middleware for only one store. If two stores share a middleware, `flush()` applies to the newer store. The
/// newer store is neither restored nor saved until the older store is released.
public struct PersistParts<State: Sendable, Action: Sendable>: Middleware {
  private let parts: [StatePart<State>]
  private let journal: Journal<State>
  private let pace: SavingPace
  private let late: LateRestoring<State>
  private let persistence = Guarded<Persistence?>(nil)

  /// Creates a middleware that restores parts of the state from a journal and saves changes to them.
  ///
  /// - Parameters:
  ///   - parts: The parts to save and restore, identified by their names.
  ///   - journal: The journal for the parts. Use each journal for one store at a time.
  ///   - pace: The delay between a change and its save. Changes made during the delay are coalesced into the same save.
  ///   - late: How to handle a saved state that becomes readable only after the store is created.
  public init(
    _ parts: [StatePart<State>], in journal: Journal<State>, pace: SavingPace = SavingPace(),
    late: LateRestoring<State> = .replaceCurrent
  ) {
    (self.parts, self.journal, self.pace, self.late) = (parts, journal, pace, late)
  }

  public func handle(_ action: Action, at store: MiddlewareContext<State, Action>) -> Action? { action }

  public func attach(to store: StateStore<State, Action>) {
    let persistence = store.persist(parts, in: journal, pace: pace, late: late)
    self.persistence.withLock { $0 = persistence }
  }

  /// Saves immediately, and returns when the changes of all earlier actions are saved.
  ///
  /// Returns false if saving failed. The failure is reported to the journal's `onProblem`.
  ///
  /// - Parameters:
  ///   - fileID: The file of this call, for misuse reports.
  ///   - line: The line of this call, for misuse reports.
  @discardableResult
  public func flush(fileID: StaticString = #fileID, line: UInt = #line) async -> Bool {
    await persistence.withLock { $0 }?.flush(fileID: fileID, line: line) ?? true
  }
}
