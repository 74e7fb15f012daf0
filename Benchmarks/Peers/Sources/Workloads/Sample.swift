public import Dispatch

/// The state that all programs share: about ten fields, one of them long.
public struct Sample: Sendable, Equatable {
  public var count = 0
  public var total = 0
  public var limit = 1_000
  public var selected = 0
  public var page = 1
  public var progress = 0.0
  public var title = "a title that is too long for a small string"
  public var isLoading = false
  public var revision = 0
  public var values: [Int]

  public init(values: Int = 100) { self.values = Array(0..<values) }

  /// The reducer of every program.
  @inlinable public mutating func reduce(_ action: SampleAction) {
    switch action {
    case .add(let number): count &+= number
    case .set(let index, let value): values[index] = value
    case .end(let end): end.signal()
    }
  }
}

public enum SampleAction: Sendable {
  case add(Int)
  case set(Int, Int)
  /// Marks that the preceding actions have been reduced.
  case end(DispatchSemaphore)
}
