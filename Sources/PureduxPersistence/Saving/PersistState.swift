/// `persist` in the form of a middleware: restores the state when the store is made, and saves it whenever it changed.
///
/// It lets every action pass, and composes with other middlewares. Keep it to `flush()`.
///
/// ```swift
/// let persisting = PersistState<Notes, NotesAction>(in: Archive(FileStorage(url)))
/// let store = StateStore<Notes, NotesAction>(Notes(), middleware: persisting, reducer: reduce)
/// ```
///
/// One of these belongs to one store. Given to two, it flushes the one that was made last, and the second finds its storage
/// held elsewhere.
public struct PersistState<State: Codable & Sendable, Action: Sendable>: Middleware {
  private let archive: Archive<State>
  private let pace: SavingPace
  private let late: LateRestoring<State>
  private let persistence = Guarded<Persistence?>(nil)

  /// Restores from an archive, and saves to it at this pace.
  ///
  /// - Parameters:
  ///   - archive: The archive, which belongs to one store.
  ///   - pace: How long a change waits until it is saved.
  ///   - late: The use of a saved state that can be read only after the store has begun.
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

  /// Saves now, and returns when all is saved that was dispatched before; false when that failed, and was told.
  ///
  /// - Parameters:
  ///   - fileID: The place of this call, for reports.
  ///   - line: The place of this call.
  @discardableResult
  public func flush(fileID: StaticString = #fileID, line: UInt = #line) async -> Bool {
    await persistence.withLock { $0 }?.flush(fileID: fileID, line: line) ?? true
  }
}
