#if canImport(SwiftUI)
  /// The values entered in the bound fields of one connected view, until the view displays a state that has them.
  @MainActor
  final class BoundFields {
    nonisolated let edits = EnteredValues<BoundField>(keepsReduced: true)
    /// Invalidates the view.
    var onReduced: () -> Void = {}

    nonisolated init() {}
  }
#endif
