/// `persist` in the form of a middleware: restores the state when the store is made, and saves it whenever it changed.
///
/// It lets every action pass. Keep it to `flush()`; one of these belongs to one store.
public struct PersistState<State: Codable & Sendable, Action: Sendable>: Middleware {
  private let archive: Archive<State>
  private let pace: SavingPace
  private let persistence = Guarded<Persistence?>(nil)

  /// Restores from an archive, and saves to it at this pace.
  public init(in archive: Archive<State>, pace: SavingPace = SavingPace()) {
    self.archive = archive
    self.pace = pace
  }

  public func handle(_ action: Action, at store: MiddlewareSite<State, Action>) -> Action? { action }

  public func attach(to store: StateStore<State, Action>) {
    let persistence = store.persist(in: archive, pace: pace)
    self.persistence.withLock { $0 = persistence }
  }

  /// Returns when all is saved that was dispatched before; false when that failed, and was told.
  @discardableResult
  public func flush() async -> Bool { await persistence.withLock { $0 }?.flush() ?? true }
}
