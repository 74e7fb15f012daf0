#if canImport(SwiftUI)
  /// A field of a connected view: the binding call, and the number of earlier calls for the same props.
  struct BoundField: Hashable, Sendable {
    let fileID: String
    let line: UInt
    let column: UInt
    var occurrence = 0
  }
#endif
