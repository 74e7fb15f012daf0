/// `persist` with a journal in the form of a middleware: restores the parts of the state when the store is made, and saves
/// their changes.
///
/// It lets every action pass, and composes with other middlewares. Keep it to `flush()`. For an archive there is
/// ``PersistState``.
///
/// ```swift
/// let persisting = PersistParts<Library, LibraryAction>(Library.saved, in: Journal(FileStorage(url)))
/// let store = StateStore<Library, LibraryAction>(Library(), middleware: persisting, reducer: reduce)
/// ```
///
/// One of these belongs to one store. Given to two, it flushes the one that was made last, and the second finds its storage
/// held elsewhere.
public struct PersistParts<State: Sendable, Action: Sendable>: Middleware {
  private let parts: [StatePart<State>]
  private let journal: Journal<State>
  private let pace: SavingPace
  private let late: LateRestoring<State>
  private let persistence = Guarded<Persistence?>(nil)

  /// Restores parts of the state from a journal, and saves their changes there at this pace.
  ///
  /// - Parameters:
  ///   - parts: The parts that are saved and restored, each by its name.
  ///   - journal: The journal, which belongs to one store.
  ///   - pace: How long a change waits until it is saved, together with all others of that time.
  ///   - late: How to resolve a saved state that becomes readable only after the store was created.
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

  /// Saves now, and returns when all is saved that was dispatched before; false when that failed, and was told.
  ///
  /// - Parameters:
  ///   - fileID: The location of this call, for reports.
  ///   - line: The location of this call.
  @discardableResult
  public func flush(fileID: StaticString = #fileID, line: UInt = #line) async -> Bool {
    await persistence.withLock { $0 }?.flush(fileID: fileID, line: line) ?? true
  }
}
