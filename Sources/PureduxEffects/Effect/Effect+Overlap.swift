extension Effect {
  /// What happens to an effect that still runs when a change asks for the next one.
  ///
  /// ```swift
  /// store.effect(onChange: \.text, overlap: .queued, name: "save") { state, _ in
  ///   Effect { try await save(state.text) }
  /// }
  /// ```
  public enum Overlap: Sendable {
    /// The running effect is stopped, then the new one starts: for a search, where only the last text matters.
    case latest
    /// The running effect goes on, and the change starts nothing: for a refresh that is asked for twice.
    case leading
    /// The new effect starts when the running one has ended, and none is left out: for saves that must keep their order.
    case queued
  }
}
