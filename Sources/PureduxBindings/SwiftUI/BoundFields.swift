#if canImport(SwiftUI)
  /// What is entered in the bound fields of one connected view, until the view shows a state that has it.
  @MainActor
  final class BoundFields {
    nonisolated let edits = EnteredValues<BoundField>(keepsReduced: true)
    /// Has the view evaluated again.
    var onReduced: () -> Void = {}

    nonisolated init() {}
  }
#endif
