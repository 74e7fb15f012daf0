/// `persist` as a middleware: restores the state when the store is created, and saves it after each change.
///
/// The middleware forwards every action, and composes with others. Keep it to call `flush()`.
///
/// ```swift
/// let persisting = PersistState<Notes, NotesAction>(in: Archive(FileStorage(url)))
/// let store = StateStore<Notes, NotesAction>(Notes(), middleware: persisting, reducer: reduce)
/// ```
///
/// Use each middleware for one store. If two stores share it, it flushes the newer one, and the second finds its
/// storage held elsewhere.
public struct PersistState<State: Codable & Sendable, Action: Sendable>: Middleware {
  private let archive: Archive<State>
  private let pace: SavingPace
  private let late: LateRestoring<State>
  private let persistence = Guarded<Persistence?>(nil)

  /// Restores from an archive, and saves to it at this pace.
  ///
  /// - Parameters:
  ///   - archive: The archive, which belongs to one store.
  ///   - pace: The delay between a change and saving.
  ///   - late: How to resolve a saved state that becomes readable only after the store was created.
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

  /// Saves now, and returns when all earlier actions are saved; false if that failed, which was reported.
  ///
  /// - Parameters:
  ///   - fileID: The location of this call, for reports.
  ///   - line: The location of this call.
  @discardableResult
  public func flush(fileID: StaticString = #fileID, line: UInt = #line) async -> Bool {
    await persistence.withLock { $0 }?.flush(fileID: fileID, line: line) ?? true
  }
}
