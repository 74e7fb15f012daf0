/// Decides when a reader of states is woken up: the transitions return whom to wake, and the caller does it.
struct ReaderState: Sendable {
  /// Why a reader is woken up.
  enum Reason: Sendable {
    case changed, ended
  }

  private var isChanged = false
  private var isEnded = false
  private var waiting: CheckedContinuation<Reason, Never>?

  /// The reader to wake, if one waits, and the reason.
  typealias WakeUp = (reader: CheckedContinuation<Reason, Never>, reason: Reason)?

  /// The state may have changed.
  mutating func change() -> WakeUp {
    isChanged = true
    return wakeUp()
  }

  /// No more changes follow. The last one may still be read.
  mutating func end() -> WakeUp {
    isEnded = true
    return wakeUp()
  }

  /// The state may have changed for the last time.
  mutating func changeAndEnd() -> WakeUp {
    isChanged = true
    return end()
  }

  /// The reader wants no more states.
  mutating func cancel() -> WakeUp {
    isChanged = false
    return end()
  }

  /// A reader waits for a change, or for the end.
  mutating func wait(_ reader: CheckedContinuation<Reason, Never>) -> WakeUp {
    waiting = reader
    return wakeUp()
  }

  private mutating func wakeUp() -> WakeUp {
    guard let waiting, isChanged || isEnded else { return nil }
    defer {
      self.waiting = nil
      isChanged = false
    }
    return (waiting, isChanged ? .changed : .ended)
  }
}
