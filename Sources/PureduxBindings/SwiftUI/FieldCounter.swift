#if canImport(SwiftUI)
  /// Distinguishes the fields that a single call binds in a loop.
  final class FieldCounter: Sendable {
    private let counts = Guarded<[BoundField: Int]>([:])

    func next(_ field: BoundField) -> BoundField {
      var next = field
      next.occurrence = counts.withLock { counts in
        counts[field, default: 0] += 1
        return counts[field, default: 0]
      }
      return next
    }
  }
#endif
