/// Decides when a reader of states has something to read.
struct StatesReading: Sendable {
  enum News: Sendable {
    case changed, over
  }

  private var isChanged = false
  private var isOver = false
  private var waiting: CheckedContinuation<News, Never>?

  /// Whom to wake, with what.
  typealias WakeUp = (continuation: CheckedContinuation<News, Never>, news: News)?

  mutating func change() -> WakeUp {
    isChanged = true
    return wakeUp()
  }

  /// Nothing follows any more, but what changed last may still be read.
  mutating func end() -> WakeUp {
    isOver = true
    return wakeUp()
  }

  /// The state may have changed for the last time.
  mutating func changeAndEnd() -> WakeUp {
    isChanged = true
    return end()
  }

  /// Nothing is wanted any more.
  mutating func cancel() -> WakeUp {
    isChanged = false
    return end()
  }

  mutating func wait(_ continuation: CheckedContinuation<News, Never>) -> WakeUp {
    waiting = continuation
    return wakeUp()
  }

  private mutating func wakeUp() -> WakeUp {
    guard let waiting, isChanged || isOver else { return nil }
    defer {
      self.waiting = nil
      isChanged = false
    }
    return (waiting, isChanged ? .changed : .over)
  }
}
