#if canImport(SwiftUI)
  /// A field of a connected view: the call that binds it, and how often that was called before it for the same props.
  struct BoundField: Hashable, Sendable {
    let fileID: String
    let line: UInt
    let column: UInt
    var occurrence = 0
  }
#endif
